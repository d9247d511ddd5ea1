import { factSessions, measureOmissions, unseenSessions } from '../../generation/omissions/facts.ts'

/** How many of the facts deleted from complete notes the list of omissions names, and how many other entries it has. */
export const omissions = () => ({ kept: measureOmissions(factSessions), unseen: measureOmissions(unseenSessions) })
