package org.reactivempi.spring.client;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Communicator;
import org.reactivempi.spring.codec.MpiCodecs;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringValueResolver;

/**
 * Implements interfaces with {@link MpiClient}.
 *
 * <pre>{@code
 * @Bean
 * Quotes quotes(MpiClients clients) {
 *     return clients.create(Quotes.class);
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public final class MpiClients {

    private final BeanFactory beans;
    private final MpiCodecs codecs;
    private final @Nullable StringValueResolver placeholders;

    /**
     * The clients of an application.
     *
     * @param beans where communicators are looked for
     * @param codecs how values are written and read
     * @param placeholders what placeholders in tags stand for; null to leave them
     */
    public MpiClients(BeanFactory beans, MpiCodecs codecs, @Nullable StringValueResolver placeholders) {
        this.beans = beans;
        this.codecs = codecs;
        this.placeholders = placeholders;
    }

    /**
     * Implements an interface.
     *
     * @param type an interface with {@link MpiClient}
     * @param <C> the interface
     * @return its implementation, which is thread-safe
     * @throws IllegalArgumentException if it is no such interface, or a method of it says too little or too much
     */
    public <C> C create(Class<C> type) {
        MpiClient client = type.getAnnotation(MpiClient.class);
        if (client == null || !type.isInterface()) {
            throw new IllegalArgumentException(type.getName() + " is no interface with @MpiClient");
        }
        MpiTemplate template = new MpiTemplate(communicator(client), codecs);
        Map<Method, ClientMethod> methods = new HashMap<>();
        for (Method method : ReflectionUtils.getAllDeclaredMethods(type)) {
            if (Modifier.isAbstract(method.getModifiers())) {
                methods.put(method, ClientMethod.of(method, client, template, placeholders));
            }
        }
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Calls(type, methods)));
    }

    private Communicator communicator(MpiClient client) {
        return client.communicator().isEmpty()
                ? beans.getBean(Communicator.class)
                : beans.getBean(client.communicator(), Communicator.class);
    }

    /** The calls of one implementation. */
    private record Calls(Class<?> type, Map<Method, ClientMethod> methods) implements InvocationHandler {

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            ClientMethod known = methods.get(method);
            if (known != null && arguments != null) {
                return known.call(arguments);
            }
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "the client " + type.getName();
            };
        }
    }
}
