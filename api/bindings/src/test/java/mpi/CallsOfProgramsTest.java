package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** That the small programs make each call of the package {@code mpi}. */
class CallsOfProgramsTest {

    private static final String ENDS_THE_JOB = "ends the job: programs Aborting and BadInput";
    private static final String OTHER_SIDE =
            "leads to the reactive API: programs Conversions, Adopted and WindowEpochs";
    private static final String UNSUPPORTED = "fails with ERR_UNSUPPORTED_OPERATION";

    /** Calls that no small program makes, by class, or by class and name, and why. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("File", UNSUPPORTED),
            Map.entry("FileView", UNSUPPORTED),
            Map.entry("Win.window", OTHER_SIDE),
            Map.entry("Intracomm.spawn", UNSUPPORTED),
            Map.entry("Intracomm.spawnMultiple", UNSUPPORTED),
            Map.entry("Comm.abort", ENDS_THE_JOB),
            Map.entry("Comm.Abort", ENDS_THE_JOB),
            Map.entry("Comm.of", OTHER_SIDE),
            Map.entry("Comm.communicator", OTHER_SIDE),
            Map.entry("Intracomm.communicator", OTHER_SIDE),
            Map.entry("Intercomm.communicator", OTHER_SIDE));

    private static final Set<String> OF_EACH_OBJECT = Set.of("toString", "hashCode");

    @Test
    @DisplayName("each call of both APIs is made by a small program, in each of its forms")
    void eachCall() {
        Set<Executable> made = made();
        Set<String> all = new TreeSet<>();
        Set<String> missing = new TreeSet<>();
        for (Class<?> owner : classes()) {
            calls(owner)
                    .filter(call -> !EXCEPTIONS.containsKey(owner.getSimpleName()))
                    .filter(call -> !EXCEPTIONS.containsKey(owner.getSimpleName() + "." + call.getName()))
                    .forEach(call -> {
                        all.add(text(call));
                        if (!made.contains(call)) {
                            missing.add(text(call));
                        }
                    });
        }

        assertThat(missing).isEmpty();
        assertThat(all).hasSizeGreaterThan(580);
    }

    @Test
    @DisplayName("each exception from that is a call that exists")
    void exceptions() {
        Set<String> known = classes().stream()
                .flatMap(owner -> Stream.concat(
                        Stream.of(owner.getSimpleName()),
                        calls(owner).map(call -> owner.getSimpleName() + "." + call.getName())))
                .collect(Collectors.toSet());

        assertThat(known).containsAll(EXCEPTIONS.keySet());
    }

    /** Those of both APIs, and what they inherit their calls from. */
    private static Set<Class<?>> classes() {
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (String list : List.of(Members.OPEN_MPI, Members.MPIJAVA)) {
            for (Members.Member member : Members.of(list).all()) {
                try {
                    Class<?> type = Class.forName(member.owner().replace('/', '.'));
                    while (type != null && type.getPackage() == MPI.class.getPackage()) {
                        classes.add(type);
                        type = type.getSuperclass();
                    }
                } catch (ClassNotFoundException e) {
                    throw new AssertionError(e);
                }
            }
        }
        return classes;
    }

    private static Stream<Executable> calls(Class<?> owner) {
        return Stream.<Executable>concat(
                        Arrays.stream(owner.getDeclaredMethods()), Arrays.stream(owner.getDeclaredConstructors()))
                .filter(call -> Modifier.isPublic(call.getModifiers()) || Modifier.isProtected(call.getModifiers()))
                .filter(call -> !call.isSynthetic() && !OF_EACH_OBJECT.contains(call.getName()));
    }

    private static String text(Executable call) {
        return call.getDeclaringClass().getName() + "." + call.getName()
                + Arrays.stream(call.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    /** What the programs call, and what of theirs is called: methods that they override. */
    private static Set<Executable> made() {
        Set<Executable> made = new LinkedHashSet<>();
        for (JavaClass program : new ClassFileImporter().importPackages("programs.small")) {
            Stream.of(
                            program.getMethodCallsFromSelf().stream(),
                            program.getConstructorCallsFromSelf().stream(),
                            program.getMethodReferencesFromSelf().stream())
                    .flatMap(accesses -> accesses)
                    .map(access -> (CodeUnitAccessTarget) access.getTarget())
                    .forEach(target -> declared(target).ifPresent(made::add));
            for (Method own : program.reflect().getDeclaredMethods()) {
                declared(program.reflect().getSuperclass(), own.getName(), own.getParameterTypes())
                        .ifPresent(made::add);
            }
        }
        return made;
    }

    /** The call as its class declares it; the class file names the class that the program knows. */
    private static Optional<Executable> declared(CodeUnitAccessTarget target) {
        Class<?>[] parameters =
                target.getRawParameterTypes().stream().map(JavaClass::reflect).toArray(Class<?>[]::new);
        Class<?> owner = target.getOwner().reflect();
        if (!target.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)) {
            return declared(owner, target.getName(), parameters);
        }
        return Arrays.stream(owner.getDeclaredConstructors())
                .filter(constructor -> Arrays.equals(constructor.getParameterTypes(), parameters))
                .map(Executable.class::cast)
                .findFirst();
    }

    private static Optional<Executable> declared(@Nullable Class<?> owner, String name, Class<?>[] parameters) {
        return Stream.<Class<?>>iterate(owner, Objects::nonNull, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.getName().equals(name) && !method.isSynthetic())
                .filter(method -> Arrays.equals(method.getParameterTypes(), parameters))
                .map(Executable.class::cast)
                .findFirst();
    }
}
