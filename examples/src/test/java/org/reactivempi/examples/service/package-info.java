/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.service;

import org.jspecify.annotations.NullMarked;
