/** The launcher: starts the ranks of a job, and sees them to their end. */
module org.reactivempi.transport.launcher {
    requires info.picocli;
    requires org.reactivempi.transport.bootstrap;
    requires static transitive org.jspecify;

    exports org.reactivempi.transport.launcher;

    uses org.reactivempi.transport.bootstrap.launch.JobRecorder;
    uses org.reactivempi.transport.bootstrap.launch.LaunchCheck;

    opens org.reactivempi.transport.launcher to
            info.picocli;
    opens org.reactivempi.transport.launcher.plan to
            info.picocli;
}
