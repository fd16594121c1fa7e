// Read by the compiler before better-sqlite3's own sources. Since Node 24.19 what is an ObjectWrap notes
// itself for the end of the process, and crosses itself out when it is collected as garbage. While nothing
// runs that aborts the process (nodejs/node#65446). Without the two it is as it was in Node 20 to 24.18.
#include <node.h>
#define AddEnvironmentCleanupHook(...) static_cast<void>(0)
#define RemoveEnvironmentCleanupHook(...) static_cast<void>(0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
