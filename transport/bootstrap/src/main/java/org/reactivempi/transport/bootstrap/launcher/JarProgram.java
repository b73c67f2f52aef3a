package org.reactivempi.transport.bootstrap.launcher;

import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The value of {@code -jar}: a file, and behind it the program's own words, as behind a main class. */
final class JarProgram implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec launcher) {
        ProgramOptions options = ((LauncherOptions) launcher.userObject()).program;
        options.jar = words.pop();
        while (!words.isEmpty()) {
            options.words.add(words.pop());
        }
    }
}
