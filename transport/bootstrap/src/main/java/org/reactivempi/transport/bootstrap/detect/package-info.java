/**
 * Who launched the calling thread: a launcher in this JVM, one that speaks PMI or a protocol of a module of its own, or nobody.
 *
 * <p>Called by {@code api/bindings}, {@code api/core} and {@code transport/pmix}; knows {@code bootstrap} and {@code pmi}. A
 * session comes here when it starts. Any thread.
 */
@NullMarked
package org.reactivempi.transport.bootstrap.detect;

import org.jspecify.annotations.NullMarked;
