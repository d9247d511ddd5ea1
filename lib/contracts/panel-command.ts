/** The commands of the manifest that the panel carries out (product 2.39). */
export const panelCommands = ['dictate-into-page', 'record-or-finish'] as const
export type PanelCommand = (typeof panelCommands)[number]
