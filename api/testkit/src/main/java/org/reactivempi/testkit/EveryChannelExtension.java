package org.reactivempi.testkit;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

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
        boolean faults = AnnotationSupport.isAnnotated(context.getRequiredTestClass(), AlsoWithFaults.class);
        return ChannelRun.all(faults).map(run -> new OnChannel(run, Plan.of(test, run)));
    }

    private record OnChannel(ChannelRun run, Plan plan) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return "[" + run + "]";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new MpiExtension(plan), new Replay(run, System.err));
        }
    }
}
