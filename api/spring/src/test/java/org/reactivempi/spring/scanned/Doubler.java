package org.reactivempi.spring.scanned;

import org.reactivempi.spring.client.MpiAsk;
import org.reactivempi.spring.client.MpiClient;
import reactor.core.publisher.Mono;

/** A client below the application's package: a bean without anybody's doing. */
@MpiClient(rank = 0)
public interface Doubler {

    /** The tag of its question. */
    String TAG = "double";

    /** Twice the number. */
    @MpiAsk(TAG)
    Mono<Integer> twice(int number);

    /** No client, but an interface next to one. */
    interface Other {}
}
