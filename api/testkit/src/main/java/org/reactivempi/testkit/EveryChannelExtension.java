package org.reactivempi.testkit;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.reactivempi.transport.channel.ChannelProvider;

/** Runs a test of {@link OnEveryChannel} once per channel. */
final class EveryChannelExtension implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), OnEveryChannel.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        OnEveryChannel test = AnnotationSupport.findAnnotation(context.getTestMethod(), OnEveryChannel.class)
                .orElseThrow();
        return channels().map(channel -> new OnChannel(channel, Plan.of(test, channel)));
    }

    /** Those of the class path, or those of them that {@link OnEveryChannel#CHANNELS_PROPERTY} names. */
    static Stream<String> channels() {
        List<String> present =
                ServiceLoader.load(ChannelProvider.class, EveryChannelExtension.class.getClassLoader()).stream()
                        .map(provider -> provider.get().name())
                        .sorted()
                        .toList();
        String wanted = System.getProperty(OnEveryChannel.CHANNELS_PROPERTY);
        if (wanted == null) {
            return present.stream();
        }
        List<String> selected = List.of(wanted.split(",", -1));
        selected.forEach(name -> check(name, present));
        return selected.stream();
    }

    private static void check(String name, List<String> present) {
        if (!present.contains(name)) {
            throw new IllegalArgumentException(OnEveryChannel.CHANNELS_PROPERTY + " names " + name + ", allowed are "
                    + String.join(", ", present));
        }
    }

    private record OnChannel(String channel, Plan plan) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return "[" + channel + "]";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new MpiExtension(plan));
        }
    }
}
