package org.reactivempi.transport.shm;

/**
 * What a rank's endpoint knows of the host that it is on.
 *
 * @param settings of the rank
 * @param identity of the host, see {@link HostIdentity}
 * @param uid the user whose processes this rank talks to, its own
 * @param directory where files are shared
 * @param names for what is made there
 */
record ShmHost(ShmSettings settings, String identity, long uid, SharedDirectory directory, Names names) {

    static ShmHost of(ShmSettings settings, HostIdentity identity) {
        return new ShmHost(
                settings,
                identity.text(),
                identity.uid(),
                new SharedDirectory(settings.directory(), identity.uid()),
                new Names());
    }
}
