import { expect, test } from 'vitest'
import { problemList, recordingStages, withProblem } from './recording-state.ts'

test('exactly the present problems are listed, in the order of the screen', () => {
  expect(problemList({})).toEqual([])
  const reversed = recordingStages.toReversed()
  const all = reversed.reduce((problems, stage) => withProblem(problems, stage, `${stage} failed`), {})
  expect(problemList(all).map(({ stage }) => stage)).toEqual(recordingStages)
  expect(problemList(withProblem(withProblem(all, 'network', null), 'tab', 'The tab is gone.'))).toEqual(
    recordingStages
      .filter((stage) => stage !== 'network')
      .map((stage) => ({ stage, message: stage === 'tab' ? 'The tab is gone.' : `${stage} failed` })),
  )
})
