import { type Provider, providerNames } from '../../../lib/contracts/index.ts'
import { describeFailure, Problem } from '../../problem.ts'
import { ProviderFailure, type ProviderStage } from '../../providers/identity/index.ts'
import type { Context } from '../index.ts'

/**
 * The problem for each stage at which a sign-in with a provider can fail. The message names the stage, so that an
 * administrator can find the cause.
 */
const problems: Record<ProviderStage, (name: string) => Problem> = {
  discovery: (name) =>
    new Problem(
      'provider_failed',
      `${name} could not be reached. Try again in a moment. (For support, stage: discovery)`,
    ),
  exchange: (name) =>
    new Problem(
      'provider_failed',
      `${name} did not complete the sign-in. Try again in a moment. (For support, stage: exchange)`,
    ),
  keys: (name) =>
    new Problem(
      'provider_failed',
      `The sign-in at ${name} could not be checked. Try again in a moment. If this happens again, tell your administrator. (For support, stage: keys)`,
    ),
  'id-token': (name) =>
    new Problem(
      'provider_failed',
      `The sign-in at ${name} could not be checked. Start the sign-in again. (For support, stage: id-token)`,
    ),
  people: (name) =>
    new Problem(
      'provider_failed',
      `${name} did not send the list of people. Only an administrator of the Google Workspace can use this list. Ask this administrator to invite the people. (For support, stage: people)`,
    ),
  email: (name) =>
    new Problem(
      'email_unverified',
      `${name} has not confirmed your email address. Confirm it there first, or sign in another way.`,
    ),
  cancelled: (name) =>
    new Problem('provider_refused', `You have cancelled the sign-in at ${name}. Try again, or sign in another way.`),
}

export const problemOfStage = (provider: Provider, stage: ProviderStage): Problem =>
  problems[stage](providerNames[provider])

export function stageOf({ log }: Pick<Context, 'log'>, provider: Provider, error: unknown): ProviderStage {
  if (!(error instanceof ProviderFailure)) throw error
  log.warn({ provider, stage: error.stage, ...describeFailure(error) }, 'a sign-in provider failed')
  return error.stage
}
