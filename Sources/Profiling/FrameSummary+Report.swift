extension FrameSummary {
  /// The summary as an object with stable keys. Times in milliseconds, counts per frame where the
  /// key says so, null for what was not measured.
  package var json: JSON {
    .object([
      ("frames", .int(frames)),
      ("total_frames", .int(totalFrames)),
      ("frame_rate_fps", JSON(frameRate)),
      ("throughput_fps", JSON(throughput)),
      ("frame_ms", work.json),
      (
        "stage_ms",
        .object(stages.map { ($0.stage.rawValue, $0.spread.json) })
      ),
      ("missed_vblanks", JSON(missedVblanks)),
      ("hitch_ms_per_s", JSON(hitchRatio)),
      ("pacing_jitter_ms", JSON(jitter)),
      ("input_to_present_vblanks", JSON(inputLatency)),
      (
        "late_frames",
        .object(lateCauses.map { ($0.cause.rawValue, .int($0.count)) })
      ),
      ("draws_per_frame", .number(draws)),
      ("passes_per_frame", .number(passes)),
      ("shaded_pixels_per_frame", .number(shadedPixels)),
      ("damaged_pixels_per_frame", .number(damagedPixels)),
      ("uploaded_bytes", .int(uploadedBytes)),
      ("mask_misses", .int(masks.misses)),
      ("bitmap_misses", .int(bitmaps.misses)),
      (
        "most_bytes",
        .object(caches.map { ($0.cache.rawValue, .int($0.bytes)) })
      ),
      ("allocations_per_frame", JSON(allocations)),
    ])
  }

  /// A table for people.
  package var text: String {
    func unknown(_ value: Double?, _ unit: String) -> String {
      value.map { Self.decimal($0) + unit } ?? "not measured"
    }
    var lines = [
      "frames             \(frames)" + (totalFrames > frames ? " of \(totalFrames)" : ""),
      "frame rate         \(unknown(frameRate, " fps"))",
      "throughput         \(unknown(throughput, " fps possible"))",
      "missed vblanks     \(missedVblanks.map { "\($0)" } ?? "not measured")",
      "hitch time ratio   \(unknown(hitchRatio, " ms/s"))",
      "pacing jitter      \(unknown(jitter, " ms"))",
      "input to present   \(unknown(inputLatency, " vblanks"))",
      "",
      "ms            mean      p50      p95      p99      max",
      Self.row("frame", work),
    ]
    lines += stages.map { Self.row($0.stage.rawValue, $0.spread) }
    lines += [
      "",
      "per frame: \(Self.decimal(draws)) draws, \(Self.decimal(passes)) passes, "
        + "\(Int(shadedPixels)) pixels shaded, "
        + (allocations.map { "\(Self.decimal($0)) allocations" } ?? "allocations not counted"),
      "uploaded: \(uploadedBytes) bytes",
      "at most:  "
        + caches.map { "\(Self.mebibytes($0.bytes)) of \($0.cache.text)" }.joined(separator: ", "),
      "masks: \(masks.hits) found, \(masks.misses) made; "
        + "bitmaps of layers: \(bitmaps.hits) found, \(bitmaps.misses) drawn",
    ]
    let late = lateCauses.filter { $0.count > 0 }
    if !late.isEmpty {
      lines.append(
        "late: " + late.map { "\($0.count) by \($0.cause.rawValue)" }.joined(separator: ", "))
    }
    return lines.joined(separator: "\n")
  }

  private static func row(_ name: String, _ spread: Spread) -> String {
    [spread.mean, spread.p50, spread.p95, spread.p99, spread.max].reduce(
      name.padded(to: 9)
    ) { $0 + decimal($1).padded(to: 9, leading: true) }
  }

  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + (1 << 19)) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  /// Three decimals.
  private static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    let thousandths = Int((abs(value) * 1000).rounded())
    let fraction = "\(thousandths % 1000)".padded(to: 3, leading: true, with: "0")
    return (value < 0 && thousandths > 0 ? "-" : "") + "\(thousandths / 1000).\(fraction)"
  }
}

extension FrameSummary.Spread {
  fileprivate var json: JSON {
    .object([
      ("mean", .number(mean)), ("p50", .number(p50)), ("p95", .number(p95)),
      ("p99", .number(p99)), ("max", .number(max)),
    ])
  }
}

extension FrameRecord {
  /// One frame with stable keys; spans in milliseconds, moments in seconds of media time.
  package var json: JSON {
    func ms(_ nanoseconds: Int64) -> JSON { .number(Double(nanoseconds) / 1e6) }
    return .object([
      ("index", .int(index)),
      ("commit_ms", ms(commit)),
      ("apply_ms", ms(apply)),
      ("sample_ms", ms(sample)),
      ("build_ms", ms(build)),
      ("record_ms", ms(record)),
      ("submit_ms", ms(submit)),
      ("gpu_ms", gpu > 0 ? ms(gpu) : .null),
      ("tick_s", JSON(tickTime)),
      ("start_by_s", JSON(startBy)),
      ("input_s", JSON(inputTime)),
      ("commit_begin_s", JSON(commitBegin)),
      ("commit_end_s", JSON(commitEnd)),
      ("start_s", startTime > 0 ? .number(startTime) : .null),
      ("submit_s", submitTime > 0 ? .number(submitTime) : .null),
      ("target_s", .number(targetTime)),
      ("present_s", JSON(presentTime)),
      ("missed_commit", .bool(missedCommit)),
      ("late", JSON(lateCause?.rawValue)),
      ("layers", .int(layers)),
      ("animated", .int(animated)),
      ("drawn", .int(drawn)),
      ("culled", .int(culled)),
      ("draws", .int(draws)),
      ("passes", .int(passes)),
      ("pipeline_switches", .int(pipelineSwitches)),
      ("descriptor_binds", .int(descriptorBinds)),
      ("damaged_pixels", .int(damagedPixels)),
      ("shaded_pixels", .int(shadedPixels)),
      ("uploaded_bytes", .int(uploadedBytes)),
      ("mask_hits", .int(maskHits)),
      ("mask_misses", .int(maskMisses)),
      ("mask_bytes", .int(maskBytes)),
      ("bitmap_hits", .int(bitmapHits)),
      ("bitmap_misses", .int(bitmapMisses)),
      ("bitmap_bytes", .int(bitmapBytes)),
      ("pass_bytes", .int(passBytes)),
      ("kept_image_bytes", .int(keptImageBytes)),
      ("shared_texture_bytes", .int(cacheBytes)),
      ("device_bytes", .int(deviceBytes)),
      ("allocations", JSON(allocations.map { $0.total.ours + $0.total.theirs })),
    ])
  }
}

extension FrameProfile {
  /// `{ "summary": {…}, "frames": [ {…} ] }`, the document `--profile FILE.json` writes.
  ///
  /// - Parameter interval: The display's refresh interval in seconds; nil without a display.
  package func json(interval: Double?) -> JSON {
    .object([
      ("summary", FrameSummary(self, interval: interval).json),
      ("frames", .array(frames.map(\.json))),
    ])
  }
}

extension String {
  fileprivate func padded(to width: Int, leading: Bool = false, with fill: String = " ") -> String {
    let padding = String(repeating: fill, count: max(0, width - count))
    return leading ? padding + self : self + padding
  }
}
