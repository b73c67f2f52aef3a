package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the pages for existing programs say of each call of both APIs. */
class MigrationPagesTest {

    private static final String TABLE = "docs/guide/migrating.md";
    private static final String HERE = "docs/guide/bring-your-program.md";
    private static final String ABSENT_HERE = "## What is not there";
    private static final Set<String> UNSUPPORTED_CLASSES = Set.of("File", "FileView");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");
    /** {@code name(}, {@code .name}, {@code Name} or {@code name} alone; not the arguments of a call. */
    private static final Pattern CALL = Pattern.compile("^(?:\\w+\\.)?([A-Za-z]\\w*)(?:\\(.*\\))?$");

    /** What the table has of launchers and of Java. */
    private static final Set<String> OTHERS = Set.of(
            "rest", "args", "java", "jar", "mpijavac", "mpjboot", "Program", "MPJ_HOME", "libmpi_java", "IN_PLACE");

    private static List<String> lines(String page) throws IOException {
        return Files.readAllLines(Path.of("../..").resolve(page));
    }

    /** The rows of the tables with as many columns, without the heads; the first cell is at 1. */
    private static Stream<String[]> rows(List<String> lines, int columns) {
        return IntStream.range(0, lines.size())
                .filter(i -> i + 1 == lines.size() || !lines.get(i + 1).startsWith("| ---"))
                .mapToObj(lines::get)
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
                .map(line -> line.split(" *\\| *"))
                .filter(cells -> cells.length == columns + 1);
    }

    /** What stands in code in the columns of their calls: the two of a table with three columns, the first of one with two. */
    private static Stream<String> code(String page) throws IOException {
        List<String> lines = lines(page);
        return Stream.concat(
                        rows(lines, 3).flatMap(cells -> Stream.of(cells[1], cells[2])),
                        rows(lines, 2).map(cells -> cells[1]))
                .flatMap(cell -> CODE.matcher(cell).results())
                .map(code -> code.group(1));
    }

    private static List<Members.Member> calls() {
        return Stream.of(Members.OPEN_MPI, Members.MPIJAVA)
                .flatMap(list -> Members.of(list).all().stream())
                .filter(member -> !member.isField() && !member.isConstructor())
                .filter(member -> !UNSUPPORTED_CLASSES.contains(member.owner().substring("mpi/".length())))
                .toList();
    }

    @Test
    @DisplayName(
            "docs/guide/migrating.md names each call of both APIs, with its counterpart or with the reason why there is none")
    void complete() throws IOException {
        Set<String> named = code(TABLE)
                .flatMap(code -> NAME.matcher(code).results())
                .map(MatchResult::group)
                .collect(Collectors.toSet());

        assertThat(calls()).hasSizeGreaterThan(550);
        assertThat(calls().stream().filter(call -> !named.contains(call.name())).map(Members.Member::toString))
                .isEmpty();
        assertThat(named).containsAll(UNSUPPORTED_CLASSES);
    }

    @Test
    @DisplayName("docs/guide/migrating.md names no call that neither API has")
    void known() throws IOException {
        Set<String> known = new TreeSet<>(OTHERS);
        for (String list : List.of(Members.OPEN_MPI, Members.MPIJAVA)) {
            Members members = Members.of(list);
            members.all().forEach(member -> known.add(member.name()));
            members.classes().forEach(type -> known.add(type.replaceFirst(".*[/$]", "")));
        }

        Set<String> named = code(TABLE)
                .flatMap(code -> CALL.matcher(code).results())
                .map(call -> call.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).hasSizeGreaterThan(300);
        named.removeAll(known);
        assertThat(named).isEmpty();
    }

    @Test
    @DisplayName(
            "docs/guide/bring-your-program.md names the calls that fail as unsupported, with the reason, and only those")
    void unsupported() throws IOException {
        List<String> lines = lines(HERE);
        Map<String, String> reasons = new TreeMap<>();
        rows(lines.subList(lines.indexOf(ABSENT_HERE), lines.size()), 2)
                .filter(cells -> !cells[1].startsWith("MPJ Express"))
                .forEach(cells -> CODE.matcher(cells[1])
                        .results()
                        .forEach(code -> reasons.put(code.group(1).replace("Intracomm.", ""), cells[2])));
        Set<String> failing = failing();

        assertThat(failing).isEqualTo(reasons.keySet());
        assertThat(reasons.values()).allSatisfy(reason -> assertThat(reason).hasSizeGreaterThan(20));
    }

    /** The names of the classes and of the calls that say ERR_UNSUPPORTED_OPERATION before they look at anything. */
    private static Set<String> failing() {
        Set<String> failing = new TreeSet<>(UNSUPPORTED_CLASSES);
        Comm none = MPI.COMM_WORLD;
        for (Method call : Intracomm.class.getDeclaredMethods()) {
            if (Modifier.isPublic(call.getModifiers()) && isUnsupported(call, none)) {
                failing.add(call.getName());
            }
        }
        assertThat(File.class.getConstructors()).allMatch(constructor -> isUnsupported(constructor, none));
        return failing;
    }

    private static boolean isUnsupported(Executable call, Object target) {
        Object[] nothing = Arrays.stream(call.getParameterTypes())
                .map(type -> type == int.class ? (Object) 0 : type == boolean.class ? false : null)
                .toArray();
        try {
            if (call instanceof Method method) {
                method.invoke(target, nothing);
            } else {
                ((Constructor<?>) call).newInstance(nothing);
            }
            return false;
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof MPIException failed
                    && failed.getErrorClass() == MPI.ERR_UNSUPPORTED_OPERATION;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
