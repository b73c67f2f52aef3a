package org.reactivempi.spring.client;

import java.util.List;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.Environment;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Makes bean definitions of the interfaces with {@link MpiClient} below some packages. */
public final class ClientScan extends ClassPathScanningCandidateComponentProvider {

    /**
     * A scan.
     *
     * @param environment of the application
     */
    public ClientScan(Environment environment) {
        super(false, environment);
        addIncludeFilter(new AnnotationTypeFilter(MpiClient.class));
    }

    @Override
    protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
        return definition.getMetadata().isInterface()
                && definition.getMetadata().isIndependent();
    }

    /**
     * Registers a bean for each interface that is found, unless there is one with its name.
     *
     * @param packages where to look, and below
     * @param registry gets the definitions
     * @param loader of the interfaces
     */
    public void register(List<String> packages, BeanDefinitionRegistry registry, ClassLoader loader) {
        for (String name : packages) {
            for (BeanDefinition found : findCandidateComponents(name)) {
                register(ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), loader), registry);
            }
        }
    }

    private static <C> void register(Class<C> type, BeanDefinitionRegistry registry) {
        String name = ClassUtils.getShortNameAsProperty(type);
        if (!registry.containsBeanDefinition(name)) {
            RootBeanDefinition definition = new RootBeanDefinition(ClientBean.class);
            definition.getConstructorArgumentValues().addGenericArgumentValue(type);
            definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
            definition.setLazyInit(false);
            registry.registerBeanDefinition(name, definition);
        }
    }
}
