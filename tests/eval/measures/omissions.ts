import { factSessions, measureOmissions, unseenSessions } from '../../generation/omissions/facts.ts'

/** How many facts deleted from whole notes the list of omissions names, and what it names besides. */
export const omissions = () => ({ kept: measureOmissions(factSessions), unseen: measureOmissions(unseenSessions) })
