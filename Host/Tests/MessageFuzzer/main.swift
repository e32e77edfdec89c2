// Fuzzes a server's sessions by sequences of messages, and finds which one has ended it.
//
//   MessageFuzzer run [--seed 1] [--messages 100000] [--length 600] [--from 0] [--keep FOLDER]
//   MessageFuzzer replay FILE…
//   MessageFuzzer shrink FILE
import Foundation

let arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
switch arguments.command {
case "run": exit(Guard(arguments).run())
case "replay": exit(Guard(arguments).replay())
case "shrink": exit(Guard(arguments).shrink())
case "child": exit(Child.run(arguments))
case "child-replay": exit(Child.replay(arguments))
case "list": exit(Child.list(arguments))
default:
  print("MessageFuzzer run [--seed 1] [--messages 100000] [--length 600] [--from 0] [--keep FOLDER]")
  print("MessageFuzzer replay FILE…")
  print("MessageFuzzer shrink FILE")
  exit(64)
}
