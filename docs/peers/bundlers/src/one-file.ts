import "./manifest"; // before every module that makes a tool set
import "./main";
