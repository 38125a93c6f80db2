/** A number that the model must give as an integer. Plain numbers assign to it; its schema is `integer`. */
export type Int = number;
