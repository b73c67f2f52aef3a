package org.reactivempi.benchmarks.pages;

import java.util.List;
import java.util.Optional;

/**
 * What the build does with each command of the pages: this is the one place that says it. Commands that come to the same are
 * run once.
 *
 * <p>CLASSPATH is replaced by the examples' class path with the programs of the pages.
 */
final class Commands {

    private static final String LAUNCHER = "java -cp CLASSPATH org.reactivempi.transport.launcher.Launcher ";
    private static final String SOAK = "SoakTest#short12Seconds";
    private static final String MEETING = "KilledClientsTest#killed";
    private static final String BUILD = "it is a build, as the one that runs this test";
    private static final String RELEASE = "it is of a release, which a job of its own tries for each change";
    private static final String HOSTS = "it is meant for several hosts";
    private static final String APPLICATION = "it is of the reader's own application, and goes on until it is ended";
    private static final String ALONE = "examples/run hello";
    private static final String THREE = "examples/run hello -n 3";
    private static final String FLOOD =
            "examples/run flood --jvm-arg -Xmx128m --jvm-arg -XX:MaxDirectMemorySize=64m -n 2"
                    + " --messages 20000 --sleep-millis 100";
    private static final String RING = "examples/run ring -n 4 --trace ring.json --stats --laps 20";
    private static final String PEERS =
            "examples/run peers --markdown --out docs --rounds 1 --quick --divisor 1000 --over shm --tests ring --ring 2";
    private static final String COLL = "examples/run coll -n 2 --millis 1 --warm-up 1 --tests allreduce --sizes 8";
    private static final String COLLECTIVES =
            "examples/run peers --collectives --quick --divisor 1000 --rounds 1 --over shm --ranks 2 --sizes 8";
    private static final String LAYOUTS =
            "examples/run peers --layouts vector --quick --divisor 1000 --rounds 1 --over shm --sizes 65536";
    private static final String WINDOWS =
            "examples/run peers --windows --quick --divisor 1000 --rounds 1 --over shm --sizes 65536";
    private static final String BINDINGS =
            "examples/run peers --bindings --rounds 1 --quick --divisor 1000 --over shm --sizes 8";
    private static final String PAIR = "examples/run pt2pt -n 2 --channel tcp --bind-to core --divisor 1000"
            + " --tests latency --sizes 8 --style reactive";

    private static final List<Command> EXAMPLES = List.of(
            Command.of("examples/run --help").saying("--prefix-output", "wordcount"),
            Command.of("examples/run NAME --help")
                    .as("examples/run clientserver --help")
                    .saying("--requests"),
            Command.of("examples/run NAME").as(ALONE).saying("rank 0 of 1 on "),
            Command.of(ALONE).saying("rank 0 of 1 on "),
            Command.of("examples/run hello -n 2").as(THREE).saying("rank 2 of 3 on "),
            Command.of(THREE).saying("rank 0 of 3 on ", "rank 1 of 3 on ", "rank 2 of 3 on "),
            Command.of("examples/run ring -n 8").as(RING).saying("4 ranks, 20 laps; the token has made 84 steps"),
            Command.of("examples/run ring -n 4 --trace ring.json --stats")
                    .as(RING)
                    .saying("from \\ to", "slowest waits:")
                    .writing("ring.json"),
            Command.of("examples/run wordcount -n 4 README.md").saying("the"),
            Command.of("examples/run pi -n 4")
                    .as("examples/run pi -n 2 --strips 1000")
                    .saying("pi is 3.14159", "1000 strips, 2 ranks"),
            Command.of("examples/run heat -n 3")
                    .as("examples/run heat -n 3 --steps 50")
                    .saying("50 steps")
                    .writing("heat.png"),
            Command.of("examples/run heat -n 4 --grid 2x2")
                    .as("examples/run heat -n 4 --grid 2x2 --steps 50")
                    .saying("50 steps")
                    .writing("heat.png"),
            Command.of("examples/run heat -n 4 --grid 2x2 --topology")
                    .as("examples/run heat -n 4 --grid 2x2 --topology --steps 50")
                    .saying("50 steps")
                    .writing("heat.png"),
            Command.of("examples/run heat -n 4 --grid 2x2 --windows")
                    .as("examples/run heat -n 4 --grid 2x2 --windows --steps 50")
                    .saying("50 steps")
                    .writing("heat.png"),
            Command.of("examples/run life -n 4")
                    .as("examples/run life -n 4 --steps 20")
                    .saying("400 x 600 cells, 20 steps")
                    .writing("life.png"),
            Command.of("examples/run sort -n 4")
                    .as("examples/run sort -n 2 --numbers 10000")
                    .saying("10000 numbers on 2 ranks", "all there, all in order"),
            Command.of("examples/run kmeans -n 4")
                    .as("examples/run kmeans -n 2 --points 10000")
                    .saying("10000 points, 12 clusters, 2 ranks")
                    .writing("kmeans.png"),
            Command.of("examples/run partitions -n 2")
                    .as("examples/run partitions -n 2 --side 300")
                    .saying("300 x 300 dots by 4 threads each of 1 ranks")
                    .writing("partitions.png"),
            Command.of("examples/run partitions -n 2 --flux")
                    .as("examples/run partitions -n 2 --flux --side 300 --partitions 10")
                    .saying("of 10 bands painted")
                    .writing("partitions.png"),
            Command.of("examples/run farm -n 2")
                    .as("examples/run farm -n 2 --tasks 20 --millis 2")
                    .saying("by demand", "static split", "20 tasks in "),
            Command.of("examples/run counter -n 3")
                    .as("examples/run counter -n 3 --pieces 50 --numbers 200")
                    .saying("1229 primes below 10000: 50 pieces, each done once", "rank 2 has done "),
            Command.of("examples/run frames -n 2")
                    .as("examples/run frames -n 2 --frames 50 --kib 4")
                    .saying("rank 1 has seen 50 frames of 4 KiB in 4 slots, each in place and whole"),
            Command.of("examples/run transpose -n 4").saying("1000 x 1000 numbers on 4 ranks"),
            Command.of("examples/run clientserver -n 5")
                    .as("examples/run clientserver -n 3 --requests 500")
                    .saying("500"),
            Command.of("examples/run quotes -n 3")
                    .as("examples/run quotes -n 2")
                    .saying("rank 0 asked rank 1: SLOW: no answer within 250 ms"),
            Command.of("examples/run service -n 2").runBy(MEETING),
            Command.of("examples/run service -n 2 &").runBy(MEETING),
            Command.of("examples/run client -n 3").runBy(MEETING),
            Command.of("examples/run client -n 3 --up-to 1000000000").runBy(MEETING),
            Command.of("examples/run names").runBy(MEETING),
            Command.of("examples/run names &").runBy(MEETING),
            Command.of("examples/run flood -n 2").as(FLOOD).saying("20000 messages from 1 ranks"),
            Command.of("examples/run flood --jvm-arg -Xmx128m --jvm-arg -XX:MaxDirectMemorySize=64m -n 2")
                    .as(FLOOD)
                    .saying("none lost, all in order"),
            Command.of("examples/run deadlock -n 2").ending(35).saying("cycle: rank 0 -> rank 1 -> rank 0"),
            Command.of("examples/run pt2pt -n 2").as(PAIR).saying("latency"),
            Command.of("examples/run pt2pt -n 2 --channel tcp").as(PAIR).saying("tcp"),
            Command.of("examples/run pt2pt -n 2 --bind-to core").as(PAIR).saying("latency"),
            Command.of("examples/run peers").as(PEERS).saying("step of a ring of 2 ranks"),
            Command.of("examples/run coll -n 4").as(COLL).saying("allreduce/2"),
            Command.of("examples/run coll -n 4"
                            + " --env REACTIVEMPI_ALGORITHMS=bcast:0-4k:binomial,bcast:4k-inf:scatter-ring")
                    .as("examples/run coll -n 2 --env REACTIVEMPI_ALGORITHMS=bcast:0-inf:scatter-ring"
                            + " --millis 1 --warm-up 1 --tests bcast --sizes 8")
                    .saying("bcast/2"),
            Command.of("examples/run coll -n 4 --env REACTIVEMPI_RANK_HOSTS=0,0,1,1")
                    .as("examples/run coll -n 4 --env REACTIVEMPI_RANK_HOSTS=0,0,1,1"
                            + " --millis 1 --warm-up 1 --tests bcast --sizes 8")
                    .saying("bcast/4"),
            Command.of("examples/run peers --collectives --quick")
                    .as(COLLECTIVES)
                    .saying("2 ranks, in shared memory"),
            Command.of("examples/run rma -n 2")
                    .as(
                            "examples/run rma -n 2 --channel shm --millis 1 --warm-up 1 --tests put_flush,put_bw --sizes 65536")
                    .saying("put_flush", "put_bw"),
            Command.of("examples/run peers --windows").as(WINDOWS).saying("Windows, in shared memory"),
            Command.of("examples/run peers --windows --rounds 3 --divisor 2 --sizes 65536,1048576")
                    .as(WINDOWS)
                    .saying("Windows, in shared memory", "put of 8 B and flush"),
            Command.of("examples/run peers --layouts --quick").as(LAYOUTS).saying("vector of 64 KiB, against packed"),
            Command.of("examples/run peers --bindings").as(BINDINGS).saying("Programs of the package mpi"),
            Command.of("examples/run peers --markdown --out docs")
                    .as(PEERS)
                    .saying("| step of a ring of 2 ranks")
                    .writing("docs/performance.tsv"),
            Command.of("examples/run simulate --op allreduce --ranks 100000 --bytes 8")
                    .as("examples/run simulate --op allreduce --ranks 1000 --bytes 8")
                    .saying("the table takes doubling"),
            Command.of("examples/run races")
                    .as("examples/run races --schedules 60")
                    .saying("match.2-0.0", "a deadlock", "something is left", "nothing is wrong: all 6 outcomes"),
            Command.of("examples/run scale --ranks 10,100,1000,10000")
                    .as("examples/run scale --ranks 10,20")
                    .saying("| ranks | first barrier |", "| 10 |", "| 20 |", "What the simulation has taken here:"),
            Command.of("examples/run soak --minutes 1 -n 4").runBy(SOAK),
            Command.of("examples/run soak --minutes 10 -n 4").runBy(SOAK),
            Command.of("examples/run spring -n 4").runBy("SpringExampleTest#interrupted"));

    private static final List<Command> LAUNCHERS = List.of(
            Command.of(LAUNCHER + "-n 4 --prefix-output Neighbours")
                    .as(LAUNCHER + "-n 2 --prefix-output Neighbours")
                    .saying("[0] 0 heard from 1", "[1] 1 heard from 0"),
            Command.of(LAUNCHER + "[-n N] [OPTION]... MAIN_CLASS [ARGUMENT]...")
                    .as(LAUNCHER + "-n 2 --in-jvm Neighbours")
                    .saying("1 heard from 0"),
            Command.of(LAUNCHER + "-n 4 --on-failure continue Survivors")
                    .as(LAUNCHER + "-n 2 --on-failure continue Survivors"),
            Command.of("java -cp 'target/classes:target/dependency/*' "
                            + "org.reactivempi.transport.launcher.Launcher -n 4 Pi")
                    .as(LAUNCHER + "-n 2 Pi")
                    .saying("pi is about 3.14159"),
            Command.of("java -cp 'target/classes:target/dependency/*' "
                            + "org.reactivempi.transport.launcher.Launcher -n 4 Hello")
                    .as(LAUNCHER + "-n 4 Hello")
                    .saying("rank 0 of 4", "rank 3 of 4"),
            Command.of(LAUNCHER + "-n 4 --cds app.jsa Neighbours").runBy("ClassArchiveTest#madeAndUsed"),
            Command.of(LAUNCHER + "-n 4 --jvm-arg -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,"
                            + "address=127.0.0.1:{rank+5005} Neighbours")
                    .runBy("LauncherTest#debugging"),
            Command.of("mpiexec.hydra -pmi-port -n 4 java -cp CLASSPATH Neighbours")
                    .runBy("RingUnderHydraTest#byPort"),
            Command.of("mpiexec.hydra -n 4 java -cp CLASSPATH Neighbours").runBy("RingUnderHydraTest#byDescriptor"),
            Command.of("mpiexec.hydra -n 4 bash -c 'exec java -cp CLASSPATH Neighbours 0<&$PMI_FD'")
                    .runBy("RingUnderHydraTest#byDescriptor"),
            Command.of("srun --mpi=pmi2 -n 4 java -cp CLASSPATH Neighbours").runBy("SeveralHostsTest#slurmByPmi"),
            Command.of("srun --mpi=pmi2 -N 2 -n 4 java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#slurmByPmi"),
            Command.of("srun --mpi=pmix -n 4 java -cp CLASSPATH Neighbours").runBy("SeveralHostsTest#slurmByPmix"),
            Command.of("srun --mpi=pmix -N 2 -n 4 java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#slurmByPmix"),
            Command.of(LAUNCHER + "--host alpha:2,beta:2 -n 4 Neighbours").runBy("SeveralHostsTest#ownLauncher"),
            Command.of("mpirun --host alpha:2,beta:2 -n 4 java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#openMpiByPmix"),
            Command.of("mpiexec.hydra -hosts alpha:2,beta:2 -n 4 java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#hydraByDescriptor"),
            Command.of("mpiexec.hydra -hosts alpha:2,beta:2 -genv REACTIVEMPI_NETWORK 10.1.0.0/16 -n 4"
                            + " java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#network"),
            Command.of("mpiexec.hydra -hosts alpha:2,beta:2 -genv REACTIVEMPI_TRACE /tmp/ring.json -n 4"
                            + " java -cp CLASSPATH Neighbours")
                    .runBy("SeveralHostsTest#gathered"),
            Command.of("mpirun -n 4 java -cp CLASSPATH Neighbours").runBy("RingUnderHydraTest#openMpi"),
            Command.of("java -Dreactivempi.peers=alpha:7000,beta:7000,gamma:7000 -Dreactivempi.rank=1 "
                            + "-cp CLASSPATH Program")
                    .notRun(HOSTS),
            Command.of("java -Dreactivempi.peers=names.svc:7000 -Dreactivempi.rank=0 -cp CLASSPATH NameService")
                    .notRun(HOSTS),
            Command.of("java --module-path target/classes:target/dependency --module com.example.pi/com.example.pi.Pi")
                    .runBy("ProjectsOfPagesTest#modules"),
            Command.of("jlink --add-modules java.base,java.logging,java.management,jdk.management,jdk.unsupported "
                            + "--output target/java")
                    .runBy("ProjectsOfPagesTest#image"),
            Command.of("target/java/bin/java --module-path target/classes:target/dependency "
                            + "--module com.example.pi/com.example.pi.Pi")
                    .runBy("ProjectsOfPagesTest#image"),
            Command.of("rmpirun -n 4 java -cp app.jar Main").runBy("RmpirunTest#fromElsewhere"),
            Command.of("rmpirun -n 4 app.jar").runBy("CommandLineTest#jar"),
            Command.of("rmpirun -np 4 -cp app.jar Main").runBy("RmpirunTest#fromElsewhere"),
            Command.of("rmpirun -n 1 java -cp app.jar Manager : -n 3 java -cp app.jar Worker")
                    .runBy("RmpirunTest#fromElsewhere"),
            Command.of("kill -USR1 PID").runBy("LauncherProcessTest#stuck"));

    private static final List<Command> OF_AN_APPLICATION = List.of(
            Command.of("mvn package").runBy("ProjectsOfPagesTest#spring"),
            Command.of("java -jar target/measuring-1.jar").notRun(APPLICATION),
            Command.of("java -Djarmode=tools -jar target/measuring-1.jar extract --destination target/app")
                    .runBy("ProjectsOfPagesTest#spring"),
            Command.of("java -cp 'target/app/measuring-1.jar:target/app/lib/*' "
                            + "org.reactivempi.transport.launcher.Launcher -n 3 com.example.App "
                            + "--reactivempi.session.web-rank=0")
                    .runBy("ProjectsOfPagesTest#spring"),
            Command.of("rmpirun -n 3 target/measuring-1.jar --reactivempi.session.web-rank=0")
                    .notRun(APPLICATION),
            Command.of("mpiexec.hydra -pmi-port -n 3 java -jar target/measuring-1.jar --reactivempi.session.web-rank=0")
                    .notRun(APPLICATION),
            Command.of("export REACTIVEMPI_SECRET=0123456789abcdef0123456789abcdef")
                    .notRun(APPLICATION),
            Command.of("java -jar target/measuring-1.jar --reactivempi.peers=localhost:7000,localhost:7001 "
                            + "--reactivempi.rank=0")
                    .notRun(APPLICATION),
            Command.of("java -jar target/measuring-1.jar --reactivempi.peers=localhost:7000,localhost:7001 "
                            + "--reactivempi.rank=1 --server.port=8081")
                    .notRun(APPLICATION));

    private static final List<Command> OTHERS = List.of(
            Command.of("mvn -T 2 verify").notRun(BUILD),
            Command.of("mvn -T 2 install -Dmaven.test.skip=true").notRun(BUILD),
            Command.of("mvn -T 2 -Prelease package -Dmaven.test.skip=true -Dbuild.commit=COMMIT")
                    .notRun(BUILD),
            Command.of("git checkout vX.Y.Z").notRun(RELEASE),
            Command.of(".ci/release --key ID").notRun(RELEASE),
            Command.of(".ci/release --next X.Y.Z").notRun(RELEASE),
            Command.of("mvn test").runBy("ProjectsOfPagesTest#plain"),
            Command.of("mvn -q package dependency:copy-dependencies -DincludeScope=runtime")
                    .runBy("ProjectsOfPagesTest#plain"),
            Command.of("mvn -Pfaults -pl api/conformance -am test -Dtestkit.seeds=1-100")
                    .notRun(BUILD),
            Command.of("mvn test -Dtestkit.channels=faulty:local,faulty:tcp -Dtestkit.seeds=1-20")
                    .notRun(BUILD),
            Command.of("examples/benchmarks/run -prof gc 'EngineBenchmark|MatchingBenchmark|PacketBenchmark'")
                    .runBy("EveryBenchmarkTest#runs"),
            Command.of("examples/benchmarks/run -prof gc -p depth=10000 'MatchingBenchmark.(unexpected|many).*'")
                    .runBy("EveryBenchmarkTest#runs"),
            Command.of("examples/benchmarks/run -f 4 -wi 4 -i 6 -w 300ms -r 300ms "
                            + "-p count=10,10000 'Requests?(List)?Benchmark'")
                    .runBy("EveryBenchmarkTest#runs"),
            Command.of("apt-get install libmpj-java").notRun("it changes the host"),
            Command.of("apt-get install gcc mpich libmpich-dev openmpi-bin libopenmpi-dev")
                    .notRun("it changes the host"),
            Command.of("export REACTIVEMPI_SECRET=$(cat /run/secrets/job)").notRun(HOSTS),
            Command.of("export REACTIVEMPI_PORT_SECRET=$(cat /run/secrets/ports)")
                    .notRun("it sets a secret for programs that are started next"),
            Command.of("export REACTIVEMPI_PORT_SECRET=$(openssl rand -hex 32)")
                    .notRun("it sets a secret for programs that are started next"),
            Command.of("export REACTIVEMPI_NAME_SERVICE=127.0.0.1:7100")
                    .notRun("it is a setting of programs that are started next"),
            Command.of("export REACTIVEMPI_NAME_SERVICE=names.svc:7000").notRun(HOSTS),
            Command.of("export REACTIVEMPI_TLS_CERTIFICATE_FILE=/etc/job/certificate.pem")
                    .notRun(HOSTS),
            Command.of("export REACTIVEMPI_TLS_KEY_FILE=/etc/job/key.pem").notRun(HOSTS),
            Command.of("export REACTIVEMPI_TLS_TRUST_FILE=/etc/job/authority.pem")
                    .notRun(HOSTS));

    private Commands() {}

    static List<Command> all() {
        return List.of(EXAMPLES, LAUNCHERS, OF_AN_APPLICATION, OTHERS).stream()
                .flatMap(List::stream)
                .toList();
    }

    static Optional<Command> of(String line) {
        return all().stream().filter(command -> command.line().equals(line)).findFirst();
    }
}
