import { useQuery } from '@tanstack/react-query'
import { type ExampleSession, exampleSession } from '../../lib/contracts/example-session.ts'

const bundled = import.meta.glob('../../assets/example-sessions/*.json', { import: 'default' })

export async function loadExamples(): Promise<ExampleSession[]> {
  const sessions = await Promise.all(Object.values(bundled).map(async (load) => exampleSession.parse(await load())))
  return sessions.sort((a, b) => a.name.localeCompare(b.name))
}

/** Loads the demo visits once, where no port provides them: in the portal and in the embedded editor. */
export const useExamples = () =>
  useQuery({ queryKey: ['examples'], queryFn: loadExamples, staleTime: Number.POSITIVE_INFINITY })
