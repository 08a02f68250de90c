/* On one CPU; each thread sleeps until it has the token (futex). The virtual machine starts and
 * warms up untimed; it collects memory without threads of its own, and has its quick compiler only,
 * since the thorough one would be at work throughout. The sum must be right. */
#include <workload.h>

enum { THREADS = 8, WARM_UP = 1000, QUICK_ROUNDS = 1000, PAPERS_ROUNDS = 50000 };

static const char program[] =
    "import java.util.Scanner;\n"
    "import java.util.concurrent.locks.LockSupport;\n"
    "public class Token {\n"
    "    static final Thread[] ring = new Thread[8];\n"
    "    static volatile int holder;\n"
    "    static long passed;\n"
    "    static void pass(int self, int rounds) {\n"
    "        for (int i = 0; i < rounds; i++) {\n"
    "            while (holder != self)\n"
    "                LockSupport.park();\n"
    "            passed++;\n"
    "            int next = (self + 1) % ring.length;\n"
    "            holder = next;\n"
    "            LockSupport.unpark(ring[next]);\n"
    "        }\n"
    "    }\n"
    "    public static void main(String[] words) throws InterruptedException {\n"
    "        Scanner input = new Scanner(System.in);\n"
    "        while (input.hasNextInt()) {\n"
    "            int rounds = input.nextInt();\n"
    "            passed = holder = 0;\n"
    "            for (int i = 0; i < ring.length; i++) {\n"
    "                int self = i;\n"
    "                ring[i] = new Thread(() -> pass(self, rounds));\n"
    "            }\n"
    "            for (Thread thread : ring)\n"
    "                thread.start();\n"
    "            for (Thread thread : ring)\n"
    "                thread.join();\n"
    "            System.out.println(passed);\n"
    "        }\n"
    "    }\n"
    "}\n";

static char source[72], answer[24];
static const char *words[] = {
    "java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", source, NULL};
static struct talk java;

static void pass(uint64_t rounds)
{
    char line[24];
    size_t length = format(line, sizeof line, "%lu\n", rounds);
    DO_ALL((long)length, write, java.input, line, length);
    if (!workload_line(java.output, answer, sizeof answer))
        fail("java ended before the token was round");
}

static void expect(uint64_t rounds)
{
    char passed[24];
    format(passed, sizeof passed, "%lu", rounds * THREADS);
    if (strcmp(answer, passed))
        fail("the token was passed '%s' times instead of %s", answer, passed);
}

static const char *init(void)
{
    const char *missing = workload_find(*words);
    if (missing)
        return missing;
    copy_string(source, temporary("Token.java"), sizeof source);
    long file = DO(openat, AT_FDCWD, source, O_WRONLY | O_CREAT, 0600);
    DO_ALL(sizeof program - 1, write, file, program, sizeof program - 1);
    DO(close, file);
    java = workload_talk(words);
    pass(WARM_UP);
    expect(WARM_UP);
    return NULL;
}

static void work(void) { pass(operand); }
static void check(void) { expect(operand); }

#define JAVA_THREADS(id, suffix, times, rounds, ...)                                        \
    WORKLOAD_VARIANT(id, suffix,                                                            \
                     .summary = "Hand a token round eight threads, " times " times (Java)", \
                     .operand = rounds, .needs = NEEDS_MORE_PROGRAMS,                       \
                     .also = "VMI: java thread switch", __VA_ARGS__)

WORKLOAD_LOOPS
JAVA_THREADS(quick, "", "1,000", QUICK_ROUNDS, .flags = 0);
JAVA_THREADS(paper, "-paper", "50,000", PAPERS_ROUNDS, .flags = PAPER_SIZED);
