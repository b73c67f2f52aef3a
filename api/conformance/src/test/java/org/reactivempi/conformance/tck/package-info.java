/**
 * The Reactive Streams TCK, run by JUnit: a stream that one rank sends and another receives is a publisher and a
 * subscriber. Its tests are TestNG's; of TestNG, only the annotations are used.
 */
package org.reactivempi.conformance.tck;
