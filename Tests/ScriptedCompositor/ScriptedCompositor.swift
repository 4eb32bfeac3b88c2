import CWayland
import CWaylandServer
