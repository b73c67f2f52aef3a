package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankThreadGroup;

/** What readers copy from the pages must work: it is compiled and run. */
@Tag("once")
class JavaOnPagesTest {

    @TempDir
    static Path folder;

    private static CompiledBlocks compiled;

    @BeforeAll
    static void compile() throws IOException {
        compiled = CompiledBlocks.in(folder);
    }

    @Test
    @DisplayName("the Java of all pages compiles without a warning")
    void compiles() {
        assertThat(compiled.messages()).isEmpty();
    }

    private static Stream<JavaBlock> statements() {
        return blocks(JavaBlock::isStatements);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("statements run on three ranks, and so do the operations that they describe")
    void statements(JavaBlock block) throws Exception {
        try (URLClassLoader loader = compiled.loader();
                StatementsOnRanks ranks = new StatementsOnRanks(loader.loadClass(block.className()))) {
            ranks.run();
            if (!block.waits()) {
                ranks.awaitEnds();
            }
            assertThat(ranks.errors()).isEmpty();
        }
    }

    private static Stream<JavaBlock> tests() {
        return blocks(JavaBlock::isTest);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("the tests among it succeed")
    void tests(JavaBlock block) throws Exception {
        try (URLClassLoader loader = compiled.loader()) {
            Events tests = EngineTestKit.engine("junit-jupiter")
                    .selectors(selectClass(loader.loadClass(block.className())))
                    .execute()
                    .testEvents();
            assertThat(tests.succeeded().count()).isPositive();
            assertThat(tests.failed().list()).isEmpty();
        }
    }

    private static Stream<JavaBlock> otherClasses() {
        return blocks(block -> !block.isStatements() && !block.isTest() && !block.isProgram());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("the other classes among it can be used")
    void otherClasses(JavaBlock block) throws Exception {
        try (URLClassLoader loader = compiled.loader()) {
            assertThat(Class.forName(block.className(), true, loader).getSimpleName())
                    .isEqualTo(block.className());
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2, 4})
    @DisplayName("the programs among it run")
    void programs(int ranks) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (JavaBlock program : blocks(JavaBlock::isProgram).toList()) {
            printed.append(run(program.className(), ranks));
        }
        assertThat(printed)
                .contains("0 heard from " + (ranks - 1))
                .contains("rank 0 of " + ranks)
                .contains("0 has heard " + (ranks - 1))
                .contains("row of 0: " + Math.min(1, ranks - 1))
                .contains("0 has "
                        + IntStream.range(0, 4 * ranks).map(i -> 2 * i).boxed().toList())
                .contains("0 has "
                        + IntStream.range(0, ranks).map(i -> 10 * i).boxed().toList())
                .contains("[0, 0] is below rank ")
                .contains("row 15 begins with " + Math.sqrt(15))
                .contains("0 has the row of " + (ranks - 1))
                .contains("pi is about 3.14159")
                .contains("piece 0 for ")
                .contains("piece 9 for ")
                .doesNotContain("piece 10 for ")
                .contains(ranks + " stations")
                .contains("with RxJava: EDSGER")
                .contains("with Mutiny: 5050");
    }

    private static Stream<JavaBlock> blocks(Predicate<JavaBlock> kind) {
        return compiled.blocks().stream().filter(kind);
    }

    /** All ranks in this JVM; returns what they print. */
    private static String run(String mainClass, int ranks) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream original = System.out;
        try (URLClassLoader loader = compiled.loader()) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Method main = loader.loadClass(mainClass).getMethod("main", String[].class);
            InJvmWorld world = InJvmWorld.of(ranks, Map.of());
            List<CompletableFuture<Void>> running = IntStream.range(0, ranks)
                    .mapToObj(rank -> start(world, rank, main))
                    .toList();
            for (CompletableFuture<Void> rank : running) {
                rank.get(20, TimeUnit.SECONDS);
            }
        } finally {
            System.setOut(original);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static CompletableFuture<Void> start(InJvmWorld world, int rank, Method main) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Runnable body = () -> {
            try {
                main.invoke(null, (Object) new String[0]);
                end.complete(null);
            } catch (ReflectiveOperationException e) {
                end.completeExceptionally(e);
            }
        };
        new Thread(new RankThreadGroup(world.bootstrap(rank)), body, "rank-" + rank).start();
        return end;
    }
}
