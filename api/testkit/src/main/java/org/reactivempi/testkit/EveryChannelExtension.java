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

    private static Stream<String> channels() {
        return ServiceLoader.load(ChannelProvider.class, EveryChannelExtension.class.getClassLoader()).stream()
                .map(provider -> provider.get().name())
                .sorted();
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
