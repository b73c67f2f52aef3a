package org.reactivempi.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.reactivempi.Communicator;

/**
 * Gives a test method its ranks, runs it, once or once per rank, and ends the ranks.
 *
 * <p>The ranks start with the first parameter that asks for them, so that a method without such a parameter costs nothing.
 */
final class MpiExtension implements ParameterResolver, InvocationInterceptor, AfterEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(MpiExtension.class);

    private static final String PLAN = "plan";
    private static final String START = "start";
    private static final String RANKS = "ranks";

    /** The plan of one run of a test; what it throws fails that run. */
    @FunctionalInterface
    interface PlanOfRun {
        Plan get();
    }

    /** An extension for one run of a test whose plan the test's annotation alone does not tell. */
    static Extension with(PlanOfRun plan) {
        return (BeforeEachCallback) context -> store(context).put(PLAN, plan);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return (type == Ranks.class || type == Communicator.class || type == Simulation.class)
                && context.getTestMethod().isPresent();
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        boolean forMethod = parameter.getDeclaringExecutable() instanceof Method;
        Class<?> type = parameter.getParameter().getType();
        Start start = store(context).computeIfAbsent(START, unused -> start(type, context), Start.class);
        if (start.failure() != null && forMethod) {
            // JUnit would wrap it; the method is not called.
            return null;
        }
        start.throwFailure();
        if (start.simulation() != null) {
            return simulated(parameter, start.simulation());
        }
        Ranks ranks = Objects.requireNonNull(start.ranks());
        store(context).put(RANKS, ranks);
        return type == Ranks.class ? ranks : ranks.world(0);
    }

    /** The simulation, or nothing yet in place of a rank's communicator. */
    private static @Nullable Object simulated(ParameterContext parameter, Simulation simulation) {
        Class<?> type = parameter.getParameter().getType();
        boolean isOfTest = AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), Testable.class);
        if (type != Simulation.class && !(type == Communicator.class && isOfTest)) {
            throw new ParameterResolutionException("a simulated job gives its ranks to the test method alone: as a"
                    + " Simulation, or a Communicator for each rank");
        }
        return type == Simulation.class ? simulation : null;
    }

    /** The ranks, or the job in one thread that they are of, or why there are none. */
    private record Start(
            @Nullable Ranks ranks,
            @Nullable Simulation simulation,
            @Nullable RuntimeException failure) {

        void throwFailure() {
            if (failure != null) {
                throw failure;
            }
        }
    }

    private static void throwStart(ExtensionContext context) {
        Start start = store(context).get(START, Start.class);
        if (start != null) {
            start.throwFailure();
        }
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        throwStart(context);
        invocation.proceed();
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        throwStart(context);
        boolean isPerRank = List.of(method.getExecutable().getParameterTypes()).contains(Communicator.class);
        Ranks ranks = store(context).get(RANKS, Ranks.class);
        if (ranks == null && isPerRank) {
            invocation.skip();
            planOf(context).simulation().orElseThrow().verifyBlocking(world -> invoke(method, world));
            return;
        }
        if (ranks == null) {
            invocation.proceed();
            return;
        }
        TestRun run = new TestRun(ranks);
        if (isPerRank) {
            invocation.skip();
            IntStream.range(0, ranks.size())
                    .forEach(rank -> run.add("rank " + rank, () -> invoke(method, ranks.world(rank))));
        } else {
            run.add("", invocation::proceed);
        }
        run.await(planOf(context).timeout());
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        interceptTestMethod(invocation, method, context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Ranks ranks = store(context).remove(RANKS, Ranks.class);
        if (ranks == null) {
            return;
        }
        if (context.getExecutionException().isPresent()) {
            ranks.abort("the test has failed");
        } else {
            ranks.close();
        }
    }

    private static Start start(Class<?> asked, ExtensionContext context) {
        try {
            Plan wanted = planOf(context);
            if (wanted.simulation().isPresent()) {
                return new Start(null, wanted.simulation().get(), null);
            }
            if (asked == Simulation.class) {
                throw new ExtensionConfigurationException("a Simulation is for @MpiTest(schedules = ...)");
            }
            Ranks ranks = Ranks.start(wanted.ranks(), wanted.settings());
            return new Start(ranks.without(wanted.without().toArray(Check[]::new)), null, null);
        } catch (RuntimeException failure) {
            return new Start(null, null, failure);
        }
    }

    private static Plan planOf(ExtensionContext context) {
        PlanOfRun ofRun = store(context).get(PLAN, PlanOfRun.class);
        return ofRun == null ? Plan.of(context) : ofRun.get();
    }

    /** Calls the test's method for one rank. */
    private static void invoke(ReflectiveInvocationContext<Method> method, Communicator world) {
        @Nullable Object[] arguments = method.getArguments().toArray();
        Class<?>[] types = method.getExecutable().getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == Communicator.class) {
                arguments[i] = world;
            }
        }
        ReflectionSupport.invokeMethod(
                method.getExecutable(), method.getTarget().orElse(null), arguments);
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
