package org.reactivempi.testkit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.reactivempi.Settings;

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
        return ChannelRun.all(faults).map(run -> new OnChannel(test, run));
    }

    private record OnChannel(OnEveryChannel test, ChannelRun run) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int invocationIndex) {
            return "[" + run + "]";
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(MpiExtension.with(this::plan), new Replay(run, System.err));
        }

        private Plan plan() {
            return new Plan(
                    test.ranks(),
                    Plan.settings(run.in(Settings.create()), test.virtualTime(), test.settings()),
                    Plan.seconds(test.timeoutSeconds()).multipliedBy(run.patience()),
                    List.of(test.without()),
                    Optional.empty());
        }
    }
}
