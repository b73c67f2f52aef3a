/**
 * Where Maven finds the modules that it doesn't build: {@code mvn -pl MODULE test} takes the others as they were last compiled.
 *
 * <p>Maven 3 knows the modules that it builds, and looks for all others in repositories. Nothing of ours is in one, and nothing has
 * to be installed on a developer's machine. Called by Maven alone, which has it from {@code maven.ext.class.path} in
 * {@code .mvn/jvm.config}; until it is compiled, Maven does without. Any thread of Maven's.
 */
@NullMarked
package org.reactivempi.siblings;

import org.jspecify.annotations.NullMarked;
