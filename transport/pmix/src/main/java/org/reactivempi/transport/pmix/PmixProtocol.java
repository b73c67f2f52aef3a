package org.reactivempi.transport.pmix;

import java.util.Map;
import org.reactivempi.transport.bootstrap.Bootstrap;
import org.reactivempi.transport.bootstrap.detect.LauncherProtocol;
import reactor.core.publisher.Mono;

/** PMIx, which the library {@code libpmix} of the host speaks. It is loaded where there is a PMIx launcher, and not before. */
public final class PmixProtocol implements LauncherProtocol {

    private static final String NAMESPACE = "PMIX_NAMESPACE";

    static final String RANK = "PMIX_RANK";

    /** For {@code ServiceLoader}. */
    public PmixProtocol() {}

    @Override
    public boolean launched(Map<String, String> environment) {
        return environment.containsKey(RANK) && environment.containsKey(NAMESPACE);
    }

    @Override
    public Mono<Bootstrap> join(Map<String, String> environment) {
        return Mono.defer(() -> PmixRank.join(
                new PmixClient(Pmix.load(RANK + "=" + environment.get(RANK)), environment.get(RANK)), environment));
    }
}
