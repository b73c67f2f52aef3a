/** The MPI layer: the implementation of {@code org.reactivempi}. What it exports is for other modules of the library. */
module org.reactivempi.core {
    requires transitive org.reactivempi;
    requires transitive org.reactivempi.transport.bootstrap;
    requires transitive org.reactivempi.transport.engine;
    requires static transitive org.jspecify;

    exports org.reactivempi.core.buffered;
    exports org.reactivempi.core.collective;
    exports org.reactivempi.core.communicator;
    exports org.reactivempi.core.operation;
    exports org.reactivempi.core.request;
    exports org.reactivempi.core.session;
    exports org.reactivempi.core.settings;
    exports org.reactivempi.core.stream;
    exports org.reactivempi.netty;

    uses org.reactivempi.transport.channel.ChannelProvider;
    uses org.reactivempi.transport.engine.event.EngineListenerProvider;

    provides org.reactivempi.RequestProvider with
            org.reactivempi.core.request.CoreRequests;
    provides org.reactivempi.SessionProvider with
            org.reactivempi.core.session.CoreSessionProvider;
    provides org.reactivempi.transport.bootstrap.launch.LaunchCheck with
            org.reactivempi.core.settings.SettingsCheck;
}
