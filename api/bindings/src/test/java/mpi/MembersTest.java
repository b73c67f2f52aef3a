package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.mpi.RanksInJvm;

/** That each member of both APIs is there, as class files and sources of existing programs refer to it. */
class MembersTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("each member of Open MPI's API has the descriptor that programs were compiled with")
    void openMpiDescriptors() {
        Members members = Members.of(Members.OPEN_MPI);

        assertThat(members.all()).hasSizeGreaterThan(650);
        assertThat(members.all().stream().filter(member -> find(member) == null).map(Members.Member::toString))
                .isEmpty();
        assertThat(members.all().stream()
                        .filter(member -> find(member) != null && !fits(member, find(member)))
                        .map(Members.Member::toString))
                .as("static, or not accessible")
                .isEmpty();
    }

    @Test
    @DisplayName("a program that was compiled with Open MPI's classes links, each member of them")
    void openMpiProgramLinks() throws Exception {
        Members members = Members.of(Members.OPEN_MPI);
        Path stubs = Files.createDirectories(directory.resolve("stubs"));
        Path program = Files.createDirectories(directory.resolve("program"));
        assertThat(compile(members.stubs(), stubs, "")).isEmpty();
        assertThat(compile(Map.of("UsesAll.java", members.program("UsesAll")), program, stubs.toString()))
                .isEmpty();

        Map<String, String> broken = new TreeMap<>();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {program.toUri().toURL()}, getClass().getClassLoader())) {
            for (Method use : loader.loadClass("UsesAll").getMethods()) {
                if (use.getName().startsWith("use")) {
                    failure(use)
                            .ifPresent(error -> broken.put(
                                    members.all()
                                            .get(Integer.parseInt(use.getName().substring(3)))
                                            .toString(),
                                    error.toString()));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** A link that is missing; other errors are what a call without an object, and before {@code Init}, brings. */
    private static Optional<Throwable> failure(Method use) throws IllegalAccessException {
        try {
            use.invoke(null);
            return Optional.empty();
        } catch (InvocationTargetException e) {
            return Optional.ofNullable(e.getCause()).filter(LinkageError.class::isInstance);
        }
    }

    @Test
    @DisplayName("a program that was compiled with Open MPI's classes runs")
    void openMpiProgramRuns() throws Exception {
        Path stubs = Files.createDirectories(directory.resolve("stubs"));
        Path program = Files.createDirectories(directory.resolve("program"));
        assertThat(compile(Members.of(Members.OPEN_MPI).stubs(), stubs, "")).isEmpty();
        String source = """
                import java.nio.IntBuffer;
                import mpi.*;

                public class Compiled {
                    public static void main(String[] args) throws MPIException {
                        MPI.Init(args);
                        Intracomm world = MPI.COMM_WORLD;
                        int rank = world.getRank();
                        int size = world.getSize();
                        IntBuffer in = MPI.newIntBuffer(1);
                        Request request = world.iRecv(in, 1, MPI.INT, (rank + size - 1) % size, 1);
                        world.send(new int[] {rank}, 1, MPI.INT, (rank + 1) % size, 1);
                        Status status = request.waitStatus();
                        int[] sum = {in.get(0) + status.getCount(MPI.INT)};
                        world.allReduce(sum, 1, MPI.INT, MPI.SUM);
                        if (sum[0] != size * (size + 1) / 2) {
                            throw new AssertionError("sum is " + sum[0]);
                        }
                        try {
                            world.setErrhandler(MPI.ERRORS_RETURN);
                            world.send(sum, 1, MPI.INT, size, 1);
                            throw new AssertionError("did not fail");
                        } catch (MPIException e) {
                            if (e.getErrorClass() != MPI.ERR_RANK) {
                                throw e;
                            }
                        }
                        MPI.Finalize();
                    }
                }
                """;
        assertThat(compile(Map.of("Compiled.java", source), program, stubs.toString()))
                .isEmpty();

        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {program.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            RanksInJvm.of(3).run("Compiled");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    @DisplayName("a source that uses each member of mpiJava 1.2 and of MPJ Express compiles")
    void mpijavaCompiles() throws Exception {
        Members members = Members.of(Members.MPIJAVA);

        assertThat(members.all()).hasSizeGreaterThan(190);
        assertThat(compile(
                        Map.of("UsesAll.java", members.program("UsesAll")),
                        directory,
                        System.getProperty("java.class.path")))
                .isEmpty();
    }

    private static @Nullable Member find(Members.Member member) {
        try {
            Class<?> owner = Class.forName(member.owner().replace('/', '.'), false, MembersTest.class.getClassLoader());
            if (member.isField()) {
                return field(owner, member);
            }
            Class<?>[] parameters = MethodType.fromMethodDescriptorString(
                            member.descriptor(), MembersTest.class.getClassLoader())
                    .parameterArray();
            if (!member.isConstructor()) {
                return method(owner, member);
            }
            return owner.getDeclaredConstructor(parameters);
        } catch (ReflectiveOperationException | LinkageError | TypeNotPresentException e) {
            return null;
        }
    }

    private static @Nullable Member field(Class<?> owner, Members.Member member) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(member.name())
                        && field.getType().descriptorString().equals(member.descriptor())) {
                    return field;
                }
            }
        }
        return null;
    }

    private static @Nullable Member method(Class<?> owner, Members.Member member) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            methods.addAll(Arrays.asList(type.getDeclaredMethods()));
        }
        methods.addAll(Arrays.asList(owner.getMethods()));
        return methods.stream()
                .filter(method -> method.getName().equals(member.name()))
                .filter(method -> MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString()
                        .equals(member.descriptor()))
                .findFirst()
                .orElse(null);
    }

    private static boolean fits(Members.Member member, Member found) {
        int modifiers = found.getModifiers();
        boolean reachable = Modifier.isPublic(modifiers)
                || Modifier.isProtected(modifiers) && (member.isProtected() || member.isInner());
        return reachable && (member.isConstructor() || Modifier.isStatic(modifiers) == member.isStatic());
    }

    private static List<String> compile(Map<String, String> sources, Path into, String classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        Collection<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = into.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(problems, Locale.ROOT, null)) {
            compiler.getTask(
                            null,
                            manager,
                            problems,
                            Stream.of(
                                            "-cp",
                                            classPath + File.pathSeparator + into,
                                            "-d",
                                            into.toString(),
                                            "-proc:none",
                                            "-nowarn",
                                            "-Xmaxerrs",
                                            "1000")
                                    .toList(),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(problem -> problem.getMessage(Locale.ROOT))
                .toList();
    }
}
