package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** That the package {@code mpi} offers what it has offered before, to programs that name its members and to programs that look them up. */
class SurfaceTest {

    private static final Path RECORD = Path.of("src/test/resources/members/surface.txt");
    private static final String PACKAGE = "mpi";
    /** Static, and another one on each machine. */
    private static final Set<String> WITHOUT_VALUE = Set.of("NUM_OF_PROCESSORS");

    @Test
    @DisplayName(
            "each public class has the members that it had: modifiers, types, names of parameters, values of constants")
    void surface() throws Exception {
        List<String> surface = publicClasses().stream()
                .flatMap(type -> Stream.concat(Stream.of(header(type)), members(type)))
                .toList();
        if (Boolean.getBoolean("pages.write")) {
            Files.write(RECORD, surface);
        }

        assertThat(surface)
                .as("-Dpages.write=true records what the package offers now")
                .containsExactlyElementsOf(Files.readAllLines(RECORD));
    }

    @Test
    @DisplayName("each public method can be called by reflection")
    void reflection() throws Exception {
        assertThat(publicClasses().stream()
                        .flatMap(type -> Arrays.stream(type.getMethods()))
                        .filter(method ->
                                !Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                        .map(Method::toString)
                        .distinct())
                .isEmpty();
    }

    /** Also nested ones that a program's class may extend. */
    private static List<Class<?>> publicClasses() throws Exception {
        Path classes = Path.of(
                MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.list(classes.resolve(PACKAGE))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
                    .sorted()
                    .<Class<?>>map(name -> type(name.substring(0, name.length() - ".class".length())))
                    .filter(SurfaceTest::isVisible)
                    .toList();
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(PACKAGE + "." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers()) && !type.isAnonymousClass() && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String header(Class<?> type) {
        Class<?> parent = publicOr(type.getSuperclass());
        List<String> interfaces = hidden(type)
                .flatMap(each -> Arrays.stream(each.getGenericInterfaces()))
                .map(Type::getTypeName)
                .distinct()
                .sorted()
                .toList();
        return Modifier.toString(type.getModifiers()) + " class " + type.getName()
                + (parent == null ? "" : " extends " + parent.getName())
                + (interfaces.isEmpty() ? "" : " implements " + String.join(", ", interfaces));
    }

    private static @Nullable Class<?> publicOr(@Nullable Class<?> type) {
        return type == null || Modifier.isPublic(type.getModifiers()) ? type : publicOr(type.getSuperclass());
    }

    /** The class, and the classes of the package above it whose members count as its own. */
    private static Stream<Class<?>> hidden(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != publicOr(type.getSuperclass()), Class::getSuperclass);
    }

    private static Stream<String> members(Class<?> type) {
        return hidden(type)
                .flatMap(
                        each -> Stream.of(each.getDeclaredFields(), each.getDeclaredMethods(), constructors(each, type))
                                .flatMap(Arrays::stream))
                .map(Member.class::cast)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .map(member -> "  " + text(type, member))
                .sorted();
    }

    private static AnnotatedElement[] constructors(Class<?> declaring, Class<?> type) {
        return declaring == type ? declaring.getDeclaredConstructors() : new Constructor<?>[0];
    }

    private static String text(Class<?> type, Member member) {
        String modifiers = Modifier.toString(member.getModifiers());
        if (member instanceof Field field) {
            return modifiers + " " + field.getGenericType().getTypeName() + " " + field.getName() + value(field);
        }
        Executable call = (Executable) member;
        return modifiers + " "
                + Arrays.stream(call.getTypeParameters())
                        .map(each -> "<" + each + " extends " + each.getBounds()[0].getTypeName() + "> ")
                        .collect(Collectors.joining())
                + (call instanceof Method method
                        ? method.getGenericReturnType().getTypeName() + " " + call.getName()
                        : type.getName())
                + Arrays.stream(call.getParameters())
                        .map(each -> each.getParameterizedType().getTypeName() + " " + each.getName())
                        .collect(Collectors.joining(", ", "(", ")"))
                + (call.getExceptionTypes().length == 0 ? "" : " throws " + List.of(call.getExceptionTypes()));
    }

    /** Of constants, which the compiler puts into programs. */
    private static String value(Field field) {
        int modifiers = field.getModifiers();
        boolean constant = Modifier.isStatic(modifiers)
                && Modifier.isFinal(modifiers)
                && (field.getType().isPrimitive() || field.getType() == String.class)
                && !WITHOUT_VALUE.contains(field.getName());
        try {
            return constant ? " = " + field.get(null) : "";
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
