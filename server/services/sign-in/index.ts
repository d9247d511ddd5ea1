export { enter, enterWithSecondFactor, provenPerson } from './enter.ts'
export { createHandOver, sendSignInCode, signInWithCode, signInWithHandOver } from './one-time.ts'
export { changePassword, checkPassword, resetPassword, signInByEmail, startPasswordReset } from './password.ts'
export { confirmRegistration, prepareRegistration, register } from './register.ts'
