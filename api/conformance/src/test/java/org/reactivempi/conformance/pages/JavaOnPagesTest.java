package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.bootstrap.InJvmWorld;
import org.reactivempi.transport.bootstrap.RankThreadGroup;

/** What readers copy from the pages must work. */
class JavaOnPagesTest {

    private static final List<JavaBlock> BLOCKS = JavaBlock.all();

    @TempDir
    static Path classes;

    private static String messages = "not compiled";

    /** All at once, since that takes little longer than one. */
    @BeforeAll
    static void compile() throws IOException {
        List<String> options = List.of(
                "-Xlint:all,-path,-classfile,-processing", "-proc:none", "--release", "17", "-d", classes.toString());
        StringWriter output = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(output, files, null, options, null, files.getJavaFileObjects(sources()))
                    .call();
        }
        messages = output.toString();
    }

    private static Path[] sources() throws IOException {
        Path[] sources = new Path[BLOCKS.size()];
        for (int i = 0; i < sources.length; i++) {
            JavaBlock block = BLOCKS.get(i);
            sources[i] = Files.writeString(classes.resolve(block.className() + ".java"), block.source());
        }
        return sources;
    }

    @Test
    @DisplayName("the Java of README and guide compiles without a warning")
    void compiles() {
        assertThat(messages).isEmpty();
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {1, 2})
    @DisplayName("the programs among it run")
    void run(int ranks) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (JavaBlock program : BLOCKS) {
            if (program.isProgram()) {
                printed.append(run(program.className(), ranks));
            }
        }
        assertThat(printed)
                .contains("0 heard from " + (ranks - 1))
                .contains("0 has the row of " + (ranks - 1))
                .contains("pi is about 3.14159")
                .contains(ranks + " stations");
    }

    /** All ranks in this JVM; returns what they print. */
    private static String run(String mainClass, int ranks) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream original = System.out;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Method main = loader.loadClass(mainClass).getMethod("main", String[].class);
            InJvmWorld world = InJvmWorld.of(ranks, Map.of());
            IntStream.range(0, ranks)
                    .mapToObj(rank -> start(world, rank, main))
                    .toList()
                    .forEach(CompletableFuture::join);
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
        return end.orTimeout(20, TimeUnit.SECONDS);
    }
}
