import { factSessions, measureOmissions, unseenSessions } from '../../generation/omissions/facts.ts'

/**
 * Deletes facts from complete notes. Measures how many deleted facts the list of omissions contains, and how many false
 * entries it has. The rules for this list were developed with the sessions of `kept` and without those of `unseen`.
 */
export const omissions = () => ({ kept: measureOmissions(factSessions), unseen: measureOmissions(unseenSessions) })
