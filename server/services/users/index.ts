export { addUser, changeUser, deleteUser, listUsers, setFirstPassword } from './manage.ts'
export { getUser } from './row.ts'
export { signInAs, signOutUser } from './sign-in-as.ts'
