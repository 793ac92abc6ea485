/* A program that says of every move that it is legal, and leaves a process behind that would run for an hour, also after
   Ctrl-C. */
#include <stdio.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
static void leave(char *self) {
  char command[2000];
  STARTUPINFO start = {sizeof start};
  PROCESS_INFORMATION process;
  snprintf(command, sizeof command, "\"%s\" wait", self);
  CreateProcess(NULL, command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &process);
}
static void hour(void) {
  SetConsoleCtrlHandler(NULL, TRUE);
  Sleep(3600 * 1000);
}
#else
#include <signal.h>
#include <unistd.h>
static void hour(void) {
  signal(SIGINT, SIG_IGN);
  sleep(3600);
}
static void leave(char *self) {
  if (fork() == 0) hour();
  (void)self;
}
#endif

int main(int count, char **arguments) {
  char line[10000];
  if (count > 1) {
    hour();
    return 0;
  }
  leave(arguments[0]);
  while (fgets(line, sizeof line, stdin)) {
    if (!strchr(line, '?')) continue;
    puts(strstr(line, "legal?") ? "legal" : "cannot draw boards");
    fflush(stdout);
  }
  return 0;
}
