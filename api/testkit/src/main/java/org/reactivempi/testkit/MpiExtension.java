package org.reactivempi.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
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
        return (type == Ranks.class || type == Communicator.class)
                && context.getTestMethod().isPresent();
    }

    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        boolean forMethod = parameter.getDeclaringExecutable() instanceof Method;
        Start start = store(context).computeIfAbsent(START, unused -> start(context), Start.class);
        if (start.failure() != null && forMethod) {
            // JUnit would wrap it; the method is not called.
            return null;
        }
        Ranks ranks = start.orThrow();
        store(context).put(RANKS, ranks);
        return parameter.getParameter().getType() == Ranks.class ? ranks : ranks.world(0);
    }

    /** The ranks, or why there are none. */
    private record Start(@Nullable Ranks ranks, @Nullable RuntimeException failure) {

        Ranks orThrow() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(ranks);
        }
    }

    private static void throwStart(ExtensionContext context) {
        Start start = store(context).get(START, Start.class);
        if (start != null) {
            start.orThrow();
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
        Ranks ranks = store(context).get(RANKS, Ranks.class);
        if (ranks == null) {
            invocation.proceed();
            return;
        }
        TestRun run = new TestRun(ranks);
        if (List.of(method.getExecutable().getParameterTypes()).contains(Communicator.class)) {
            invocation.skip();
            IntStream.range(0, ranks.size())
                    .forEach(rank -> run.add("rank " + rank, () -> {
                        Object[] arguments = argumentsOf(rank, ranks, method.getArguments());
                        ReflectionSupport.invokeMethod(
                                method.getExecutable(), method.getTarget().orElse(null), arguments);
                    }));
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

    private static Start start(ExtensionContext context) {
        try {
            Plan wanted = planOf(context);
            Ranks ranks = Ranks.start(wanted.ranks(), wanted.settings());
            return new Start(ranks.without(wanted.without().toArray(Check[]::new)), null);
        } catch (RuntimeException failure) {
            return new Start(null, failure);
        }
    }

    private static Plan planOf(ExtensionContext context) {
        PlanOfRun ofRun = store(context).get(PLAN, PlanOfRun.class);
        return ofRun == null ? Plan.of(context) : ofRun.get();
    }

    private static Object[] argumentsOf(int rank, Ranks ranks, List<Object> arguments) {
        return arguments.stream()
                .map(argument -> argument instanceof Communicator ? ranks.world(rank) : argument)
                .toArray();
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
