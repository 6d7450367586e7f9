import { readAside } from '../aside/read-aside.ts'
import { compareAnswers, forecastComparison } from '../comparison/compare-answers.ts'
import { readSource } from '../files/read-source.ts'
import { answerCall, steerAnswer } from '../messages/answer-call.ts'
import { chooseAnswer } from '../messages/choose-answer.ts'
import { continueAnswer } from '../messages/continue-answer.ts'
import { editMessage } from '../messages/edit-message.ts'
import { forecastChoices } from '../messages/forecast-choices.ts'
import { forecastTurn } from '../messages/forecast-turn.ts'
import { forgetArtifact } from '../messages/forget-artifact.ts'
import { inspectTurn } from '../messages/inspect-turn.ts'
import { markArtifact } from '../messages/mark-artifact.ts'
import { regenerateAnswer } from '../messages/regenerate-answer.ts'
import { saveAnswer } from '../messages/save-answer.ts'
import { sendMessage } from '../messages/send-message.ts'
import { stopAnswer } from '../messages/stop-answer.ts'
import { undoCall } from '../messages/undo-call.ts'
import { watchAnswer } from '../messages/watch-answer.ts'
import { readReceived } from '../trace/read-received.ts'
import { showTrace } from '../trace/show-trace.ts'
import type { BoundActions } from './bind-actions.ts'

/** What is asked and answered within a chat. */
export function messageActions({ action }: BoundActions) {
  return {
    sendMessage: action(sendMessage),
    editMessage: action(editMessage),
    regenerateAnswer: action(regenerateAnswer),
    continueAnswer: action(continueAnswer),
    chooseAnswer: action(chooseAnswer),
    saveAnswer: action(saveAnswer),
    answerCall: action(answerCall),
    steerAnswer: action(steerAnswer),
    undoCall: action(undoCall),
    stopAnswer: action(stopAnswer),
    watchAnswer: action(watchAnswer),
    compareAnswers: action(compareAnswers),
    forecastComparison: action(forecastComparison),
    inspectTurn: action(inspectTurn),
    readAside: action(readAside),
    readReceived: action(readReceived),
    showTrace: action(showTrace),
    readSource: action(readSource),
    forecastTurn: action(forecastTurn),
    forecastChoices: action(forecastChoices),
    forgetArtifact: action(forgetArtifact),
    markArtifact: action(markArtifact),
  }
}
