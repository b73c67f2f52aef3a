/**
 * The engine of a rank. The layers above see {@code port}, which is its door. {@code event} is an SPI, for listeners. The other
 * packages are for modules that bring a platform of their own, as the test kit does, and for the rules of channels.
 */
@SuppressWarnings("module") // These modules are compiled after this one.
module org.reactivempi.transport.engine {
    requires transitive org.reactivempi.transport.channel;
    requires io.netty.transport.classes.epoll;
    requires java.management;
    requires org.reactivestreams;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.engine.auth to
            org.reactivempi.transport.tck;
    exports org.reactivempi.transport.engine.event;
    exports org.reactivempi.transport.engine.platform to
            org.reactivempi.core,
            org.reactivempi.testkit,
            org.reactivempi.transport.sim,
            org.reactivempi.transport.tck;
    exports org.reactivempi.transport.engine.port to
            org.reactivempi.core,
            org.reactivempi.testkit,
            org.reactivempi.transport.tck;
    exports org.reactivempi.transport.engine.progress to
            org.reactivempi.testkit,
            org.reactivempi.transport.sim,
            org.reactivempi.transport.tck;

    uses org.reactivempi.transport.engine.port.Engine.Starter;

    provides org.reactivempi.transport.engine.port.Engine.Starter with
            org.reactivempi.transport.engine.EngineStarter;
}
