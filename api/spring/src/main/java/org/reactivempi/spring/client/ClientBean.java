package org.reactivempi.spring.client;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The bean of an interface with {@link MpiClient}.
 *
 * @param <C> the interface
 */
final class ClientBean<C> implements FactoryBean<C> {

    private final Class<C> type;
    private final ObjectProvider<MpiClients> clients;

    @Autowired
    ClientBean(Class<C> type, ObjectProvider<MpiClients> clients) {
        this.type = type;
        this.clients = clients;
    }

    @Override
    public C getObject() {
        return clients.getObject().create(type);
    }

    @Override
    public Class<C> getObjectType() {
        return type;
    }
}
