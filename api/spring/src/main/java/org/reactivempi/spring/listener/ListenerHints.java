package org.reactivempi.spring.listener;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Lets listeners be called by reflection in a native image. */
public final class ListenerHints implements BeanRegistrationAotProcessor {

    /** For Spring. */
    public ListenerHints() {}

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Set<Method> methods = ListenerScan.find(bean.getBeanClass()).keySet();
        return methods.isEmpty()
                ? null
                : (context, code) -> methods.forEach(
                        method -> context.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
    }
}
