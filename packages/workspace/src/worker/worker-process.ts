import { runThread, type ThreadJob } from './run-thread.ts'

// Runs the threads of `runInWorker`, one at a time, until the process that started it lets go.
process.on('disconnect', () => process.exit())
process.on('message', (job: ThreadJob) => {
  void runThread(job).then((outcome) => process.send?.(outcome))
})
