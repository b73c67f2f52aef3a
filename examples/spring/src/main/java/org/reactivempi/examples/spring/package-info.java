/**
 * A web application on several ranks: rank 0 serves the page and its streams, the others compute.
 *
 * <pre>
 *  browser &lt;--events-- rank 0 &lt;--stream-- rank 1, 2, ...
 *          ---demand-&gt;         --demand--&gt;
 * </pre>
 */
@NullMarked
package org.reactivempi.examples.spring;

import org.jspecify.annotations.NullMarked;
