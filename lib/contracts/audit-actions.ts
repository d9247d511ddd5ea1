/** The actions in the audit log, by the kind of the changed object. An entry contains `kind.action`. */
export const auditActionsByKind = {
  account: [
    'create',
    'update',
    'delete',
    'export',
    'password',
    'email',
    'alternative-email',
    'second-factor',
    'phone',
    'identity',
    'sign-in',
    'sign-in-refused',
    'sign-out',
    'sign-out-everywhere',
    'session-end',
    'mail',
  ],
  layout: ['create', 'update', 'delete', 'copy', 'restore', 'share', 'generate'],
  transcript: ['create', 'record', 'correct', 'delete', 'expire', 'read'],
  report: [
    'create',
    'edit',
    'flag',
    'rewrite',
    'retry',
    'sign',
    'unlock',
    'undo',
    'delete',
    'expire',
    'read',
    'copy',
    'print',
    'fill',
  ],
  recording: ['unwrap', 'erase'],
  directory: ['create', 'rename', 'update', 'delete', 'settings', 'choose', 'people'],
  role: ['create', 'update', 'delete', 'invite', 'link', 'accept', 'decline', 'leave'],
  license: ['grant', 'update', 'delete', 'use'],
  user: ['create', 'update', 'second-factor', 'delete', 'sign-in-as', 'sign-out'],
  subscription: ['checkout', 'cancel', 'update', 'payment-method', 'settle'],
  trial: ['start'],
  access: ['create', 'update', 'delete', 'logo'],
  'access-key': ['create', 'delete', 'token'],
  'access-member': ['invite', 'update', 'delete', 'accept', 'decline'],
  webhook: ['create', 'update', 'delete', 'rotate', 'test', 'replay'],
  customer: ['create', 'delete', 'log'],
  'customer-user': ['create', 'delete'],
  banner: ['create', 'delete'],
  model: ['update'],
} as const

export type AuditKind = keyof typeof auditActionsByKind

/**
 * An action in the audit log, such as `report.sign`. Entries of earlier versions can contain actions that are no longer
 * in the list.
 */
export type AuditAction = { [Kind in AuditKind]: `${Kind}.${(typeof auditActionsByKind)[Kind][number]}` }[AuditKind]
