/** Tests of the test kit: each runs tests of an imaginary user, and looks at what the kit makes of them. */
@NullMarked
package org.reactivempi.testkit;

import org.jspecify.annotations.NullMarked;
