/** The folder of uploads in `DATA_DIR/desk`. */
export const UPLOADS = 'uploads';
/** The page in `DATA_DIR/desk` that leads to the desk's one-time link. */
export const ENTRANCE_PAGE = /^open-[\w-]+\.html$/;

/** Whether a name in `DATA_DIR/desk` only exists while a desk is open, and isn't for backups. */
export const isPassing = (name: string): boolean => name === UPLOADS || ENTRANCE_PAGE.test(name);
