package org.reactivempi.spi;

import org.reactivestreams.Subscription;

/** A subscription that promises to tell a {@link CancelListener} how its cancellation ended. */
public interface AnsweringSubscription extends Subscription {}
