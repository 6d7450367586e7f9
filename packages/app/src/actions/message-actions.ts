import { readReceived } from '../call-log/read-received.ts'
import { showTrace } from '../call-log/show-trace.ts'
import { readSource } from '../files/read-source.ts'
import { readAside } from '../side-calls/load-asides.ts'
import { chooseAnswer } from '../turn/open-chat.ts'
import { compareAnswers, forecastComparison } from '../turn/compare-answers.ts'
import { forecastChoices, forecastTurn } from '../turn/forecast.ts'
import { inspectTurn } from '../turn/inspect-turn.ts'
import { forgetArtifact, markArtifact } from '../turn/kept-artifacts.ts'
import { regenerateAnswer } from '../turn/regenerate.ts'
import { answerCall, steerAnswer, stopAnswer } from '../turn/running-answer.ts'
import { saveAnswer } from '../turn/save-answer.ts'
import { continueAnswer, editMessage, sendMessage } from '../turn/send.ts'
import { undoCall } from '../turn/undo-call.ts'
import { watchAnswer } from '../turn/watch-answer.ts'
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
