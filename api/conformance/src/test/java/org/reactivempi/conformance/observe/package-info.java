/** What is recorded of jobs: traces, statistics, meters, events of the flight recorder, traces through all ranks. */
@NullMarked
package org.reactivempi.conformance.observe;

import org.jspecify.annotations.NullMarked;
