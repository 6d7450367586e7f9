import { errorCode } from '../../path/from-system.ts'

/** No system gives a larger one. */
const LARGEST = 2 ** 31 - 1

/** Whether a process of this machine has this number. Where the system does not say, it may. */
export function isProcessRunning(processId: number): boolean {
  // 0 and less stand for groups of processes, the own one among them.
  if (!Number.isInteger(processId) || processId < 1 || processId > LARGEST) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // One of somebody else may not be signalled, and is there all the same.
    return errorCode(error) !== 'ESRCH'
  }
}
