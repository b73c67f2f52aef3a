package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.conformance.Sources.Type;

/** Each thing that may not come from the JVM is found, and what looks like it is not. */
@Tag("once")
class FromJvmTest {

    /** Code, and what is found in it. */
    private static final String[][] FOUND = {
        {"System.nanoTime()", "System.nanoTime"},
        {"System.currentTimeMillis()", "System.currentTimeMillis"},
        {"(java.util.function.LongSupplier) System::nanoTime", "System.nanoTime"},
        {"java.time.Instant.now()", "Instant.now"},
        {"java.time.LocalDate.now(java.time.ZoneOffset.UTC)", "LocalDate.now"},
        {"java.time.Clock.systemUTC()", "Clock.systemUTC"},
        {"java.time.InstantSource.system()", "InstantSource.system"},
        {"io.netty.util.concurrent.Ticker.systemTicker()", "Ticker.systemTicker"},
        {"Mono.delay(Duration.ZERO)", "Mono.delay"},
        {"Flux.interval(Duration.ZERO)", "Flux.interval"},
        {"Mono.never().timeout(Duration.ZERO)", "Mono.timeout"},
        {"Mono.never().timeout(Duration.ZERO, Mono.empty())", "Mono.timeout"},
        {"Mono.never().block(Duration.ZERO)", "Mono.block"},
        {"Flux.never().elapsed()", "Flux.elapsed"},
        {"java.util.concurrent.ThreadLocalRandom.current()", "ThreadLocalRandom.current"},
        {"new java.util.Random()", "new Random"},
        {"(java.util.function.Supplier<Object>) java.util.Random::new", "new Random"},
        {"Math.random()", "Math.random"},
        {"java.util.UUID.randomUUID()", "UUID.randomUUID"},
        {"new java.security.SecureRandom()", "new SecureRandom"},
        {"new Thread(() -> {})", "new Thread"},
        {"new Thread() {}", "new Thread"},
        {"new java.util.Timer()", "new Timer"},
        {"java.util.concurrent.Executors.newCachedThreadPool()", "Executors.newCachedThreadPool"},
        {"java.util.concurrent.CompletableFuture.supplyAsync(() -> 1)", "CompletableFuture.supplyAsync"},
        {
            "new java.util.concurrent.CompletableFuture<Integer>().orTimeout(1, java.util.concurrent.TimeUnit.DAYS)",
            "CompletableFuture.orTimeout"
        },
        {"Schedulers.parallel()", "Schedulers.parallel"},
        {"Schedulers.newSingle(\"one\")", "Schedulers.newSingle"},
        {"Thread.getAllStackTraces()", "Thread.getAllStackTraces"},
        {"System.identityHashCode(\"a\")", "System.identityHashCode"},
        {"new java.util.IdentityHashMap<String, String>()", "new IdentityHashMap"},
        {"new java.util.HashMap<Plain, String>()", "new HashMap<Plain>"},
        {"new java.util.HashSet<Colour>()", "new HashSet<Colour>"},
        {"inferred(new java.util.HashMap<>())", "new HashMap<Plain>"},
        {"java.util.stream.Stream.of(new Plain()).collect(Collectors.toSet())", "Collectors.toSet<Plain>"},
        {
            "java.util.stream.Stream.of(1).collect(Collectors.groupingBy(each -> Colour.RED))",
            "Collectors.groupingBy<Colour>"
        },
    };

    private static final String[] NOT_FOUND = {
        "java.time.Instant.now(java.time.Clock.fixed(java.time.Instant.EPOCH, java.time.ZoneOffset.UTC))",
        "Mono.delay(Duration.ZERO, Schedulers.immediate())",
        "Mono.never().timeout(Duration.ZERO, Schedulers.immediate())",
        "Mono.never().timeout(Mono.empty())",
        "new java.util.Random(4711)",
        "Thread.currentThread()",
        "java.util.concurrent.CompletableFuture.supplyAsync(() -> 1, Runnable::run)",
        "new java.util.HashMap<String, Plain>()",
        "new java.util.HashMap<Point, Plain>()",
        "new java.util.HashSet<java.util.List<Plain>>()",
        "new java.util.LinkedHashMap<Plain, String>()",
        "new java.util.EnumMap<Colour, String>(Colour.class)",
        "java.util.stream.Stream.of(\"a\").collect(Collectors.toSet())",
    };

    private static final String AROUND = """
            package org.planted;

            import java.time.Duration;
            import java.util.stream.Collectors;
            import reactor.core.publisher.Flux;
            import reactor.core.publisher.Mono;
            import reactor.core.scheduler.Schedulers;

            final class %s {
                enum Colour { RED }
                static final class Plain {}
                record Point(int x) {}

                Object inferred(java.util.Map<Plain, String> map) {
                    return map;
                }

                Object run() {
                    return %s;
                }
            }
            """;

    @TempDir
    private Path root;

    private int planted;

    @Test
    @DisplayName("SIM-1 what comes from the JVM is found in main code, and nothing else")
    void found() throws IOException {
        SortedMap<String, String> expected = new TreeMap<>();
        for (String[] pair : FOUND) {
            expected.put(plant(pair[0]), "[" + pair[1] + "]");
        }
        for (String code : NOT_FOUND) {
            expected.put(plant(code), "[]");
        }
        SortedMap<String, String> found = new TreeMap<>();
        for (Type type : Sources.in(root).types()) {
            found.put(
                    type.name(),
                    FromJvm.textsOf(type)
                            .map(text -> text.substring(text.indexOf(": ") + 2))
                            .toList()
                            .toString());
        }
        assertThat(found.keySet().removeIf(name -> name.endsWith("package-info")))
                .isTrue();
        assertThat(found).isEqualTo(expected);
    }

    @Test
    @DisplayName("SIM-1 a class that is a thread is found, by its base")
    void threads() throws IOException {
        Path file = root.resolve("api/planted/src/main/java/Own.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "final class Own extends Thread { Own() { super(\"own\"); } }");
        assertThat(FromJvm.textsOf(Sources.in(root).type("Own"))).containsExactly("Own: new Thread");
    }

    /** Gives the name of a class with that code in it. */
    private String plant(String code) throws IOException {
        Path folder = root.resolve("api/planted/src/main/java/org/planted");
        Files.createDirectories(folder);
        String name = "Planted" + planted++;
        Files.writeString(folder.resolve(name + ".java"), AROUND.formatted(name, code));
        return "org.planted." + name;
    }
}
